import { type Api, createApi } from './api.ts'

/* What a browser keeps of a session, under the names that the specification gives. Pages drawn by the server go by the cookie; these serve calls from the browser. */

export type StoredPerson = { id: string; name: string; email: string; role: string }

const TOKEN = 'token'
const OLDER_TOKENS = ['pgx_token', 'access_token']
const PERSON = ['user_id', 'username', 'role', 'user_email', 'user']

/** Lasting first. Storage can be closed, as in some private windows: then there is none. */
function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}

/** The token, wherever it is kept; one under an older name is moved to the present one. */
export function readToken(): string | undefined {
  for (const storage of storages()) {
    const token = storage.getItem(TOKEN)
    if (token) return token
    for (const name of OLDER_TOKENS) {
      const older = storage.getItem(name)
      if (!older) continue
      storage.setItem(TOKEN, older)
      storage.removeItem(name)
      return older
    }
  }
  return undefined
}

/** Remembered: kept for good. Otherwise until the tab closes. */
export function storeSession({ token, user }: { token: string; user: StoredPerson }, remembered: boolean): void {
  clearSession()
  const [lasting, passing] = storages()
  const storage = remembered ? lasting : passing
  storage?.setItem(TOKEN, token)
  if (storage) writePerson(storage, user)
}

/** Keeps what is shown of the person up to date beside the token. */
export function storePerson(user: StoredPerson): void {
  const found = storages()
  const storage = found.find((one) => one.getItem(TOKEN)) ?? found.at(-1)
  if (storage) writePerson(storage, user)
}

function writePerson(storage: Storage, { id, name, email, role }: StoredPerson): void {
  const values = [id, name, role, email, JSON.stringify({ id, name, email, role })]
  for (const [index, key] of PERSON.entries()) storage.setItem(key, values[index]!)
}

export function clearSession(): void {
  for (const storage of storages()) for (const name of [TOKEN, ...OLDER_TOKENS, ...PERSON]) storage.removeItem(name)
}

/** Calls the API from the browser with the stored token, beside the cookie. A call that finds the session over ends it here too. */
export function browserApi(): Api {
  return createApi(async ({ headers, url, ...call }) => {
    const token = readToken()
    const answer = await fetch(url, { ...call, headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers })
    if (await isOver(answer)) endSession()
    return answer
  })
}

/** 401 and 403 say so; the one 403 that is not about a role (another site's call) does not. */
async function isOver(answer: Response): Promise<boolean> {
  if (answer.status === 401) return true
  if (answer.status !== 403) return false
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  return !(typeof body === 'object' && body !== null && 'code' in body && body.code === 'cross_origin')
}

let announced = false

/** On the admin's pages everyone concerned hears it once, and the page is left for the sign-in. */
function endSession(): void {
  clearSession()
  if (announced || !location.pathname.startsWith('/admin')) return
  announced = true
  dispatchEvent(new Event('logout'))
  location.assign('/login')
}

const CHANNEL = 'session'

/**
 * Tells the other tabs who is signed in here, and hears when that is someone else there or the stored token changes.
 * The channel serves sessions that are not remembered: session storage belongs to one tab and tells no other.
 */
export function watchSession(userId: string | null, onChange: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<string | null>) => {
    if (data !== userId) onChange()
  }
  channel.postMessage(userId)
  const listen = ({ key }: StorageEvent) => {
    if (key === TOKEN || key === null) onChange()
  }
  addEventListener('storage', listen)
  return () => {
    channel.close()
    removeEventListener('storage', listen)
  }
}
