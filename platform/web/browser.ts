import { type Api, createApi } from './api.ts'

/* What a browser keeps of a session, under the names that the specification gives. Pages drawn by the server go by the cookie; these serve calls from the browser. */

export type StoredPerson = {
  id: string
  name: string
  email: string
  role: string
  /** '#rrggbb'; null for the product's own, absent where it is not known. */
  brand_color?: string | null
}

const TOKEN = 'token'
const OLDER_TOKENS = ['pgx_token', 'access_token']
const PERSON = ['user_id', 'username', 'role', 'user_email', 'user']
const BRAND_COLOR = 'brandColor'

/** What people typed and have not sent yet, kept by the parts for this tab. */
const WORDS = ['easel.draft.', 'easel.outgoing.', 'upload_drafts ']
/** Whose the words are while nobody is signed in. */
const WORDS_OF = 'easel.words_of'

/** Lasting first. Storage can be closed, as in some private windows: then there is none. */
function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}

/** A storage can also be full, or open for reading only: the session then lives by its cookie alone. */
function write(storage: Storage, name: string, value: string): void {
  try {
    storage.setItem(name, value)
  } catch {
    storage.removeItem(name)
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
      write(storage, TOKEN, older)
      storage.removeItem(name)
      return older
    }
  }
  return undefined
}

/** Remembered: kept for good. Otherwise until the tab closes. */
export function storeSession({ token, user }: { token: string; user: StoredPerson }, remembered: boolean): void {
  clearSession()
  announced = false
  leaveWordsTo(user.id)
  const [lasting, passing] = storages()
  const storage = remembered ? lasting : passing
  if (storage) {
    write(storage, TOKEN, token)
    writePerson(storage, user)
  }
  dispatchEvent(new Event('login'))
}

/** Keeps what is shown of the person up to date beside the token, wherever and under which name that was. */
export function storePerson(user: StoredPerson): void {
  noteWordsOf()
  leaveWordsTo(user.id)
  readToken()
  const found = storages()
  const storage = found.find((one) => one.getItem(TOKEN)) ?? found.at(-1)
  if (storage) writePerson(storage, user)
}

function writePerson(storage: Storage, { id, name, email, role, brand_color }: StoredPerson): void {
  const values = [id, name, role, email, JSON.stringify({ id, name, email, role })]
  for (const [index, key] of PERSON.entries()) write(storage, key, values[index]!)
  if (brand_color) write(storage, BRAND_COLOR, brand_color)
  else if (brand_color === null) storage.removeItem(BRAND_COLOR)
}

/** Words outlive a session that ran out: the same person may sign in again and send them. */
function noteWordsOf(): void {
  const found = storages()
  const owner = found.map((storage) => storage.getItem('user_id')).find(Boolean)
  const passing = found.at(-1)
  if (owner && passing && namesOfWords(passing).length > 0) write(passing, WORDS_OF, owner)
}

function leaveWordsTo(id: string): void {
  const passing = storages().at(-1)
  const owner = passing?.getItem(WORDS_OF)
  if (owner && owner !== id) forgetWords()
  passing?.removeItem(WORDS_OF)
}

const namesOfWords = (storage: Storage): string[] => Object.keys(storage).filter((name) => WORDS.some((word) => name.startsWith(word)))

/** For a sign-out by hand: whoever sits here next finds nothing that was typed. */
export function forgetWords(): void {
  const passing = storages().at(-1)
  if (passing) for (const name of [...namesOfWords(passing), WORDS_OF]) passing.removeItem(name)
}

export function clearSession(): void {
  noteWordsOf()
  for (const storage of storages()) for (const name of [TOKEN, ...OLDER_TOKENS, ...PERSON, BRAND_COLOR]) storage.removeItem(name)
}

/** Calls the API from the browser with the stored token, beside the cookie. A call that finds the session over ends it here too. */
export function browserApi(): Api {
  return createApi(async ({ headers, url, ...call }) => {
    const token = readToken()
    const answer = await fetch(url, { ...call, headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers })
    if (await isOver(answer)) leaveSession()
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
function leaveSession(): void {
  const leaves = !announced && location.pathname.startsWith('/admin')
  if (leaves) endSession()
  else clearSession()
  if (leaves) location.assign('/login')
}

/** Nobody is signed in here any more: nothing stays stored, and everyone concerned hears it once. */
export function endSession(): void {
  clearSession()
  if (announced) return
  announced = true
  dispatchEvent(new Event('logout'))
}

/** Ends the session on the server too, so that /login is open to whoever has the wrong role now. */
export async function signOut(): Promise<void> {
  const token = readToken()
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
  await fetch('/api/auth/logout', { method: 'POST', headers }).catch(() => {})
  endSession()
}

const CHANNEL = 'session'

/**
 * Tells the other tabs who is signed in here, and hears when that is someone else there, when the stored token changes, and of this
 * tab's own login and logout. The channel serves sessions that are not remembered: session storage belongs to one tab and tells no other.
 */
export function watchSession(userId: string | null, onChange: () => void): () => void {
  const channel = openChannel()
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<string | null>) => {
      if (data !== userId) onChange()
    }
  channel?.postMessage(userId)
  const listen = ({ key }: StorageEvent) => {
    if (key === TOKEN || key === null) onChange()
  }
  addEventListener('storage', listen)
  for (const name of ['login', 'logout']) addEventListener(name, onChange)
  return () => {
    channel?.close()
    removeEventListener('storage', listen)
    for (const name of ['login', 'logout']) removeEventListener(name, onChange)
  }
}

/** Where storage is closed, the channel can be closed as well. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return undefined
  }
}
