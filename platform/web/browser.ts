import { type Api, createApi } from './api.ts'

/* What a browser stores about a session, under the specification's names. The server renders pages by the cookie; this storage is for calls from the browser. */

export type StoredPerson = {
  id: string
  name: string
  email: string
  role: string
  /** '#rrggbb'; null for the product's own color, absent when unknown. */
  brand_color?: string | null
}

const TOKEN = 'token'
const OLDER_TOKENS = ['pgx_token', 'access_token']
const PERSON = ['user_id', 'username', 'role', 'user_email', 'user']
const BRAND_COLOR = 'brandColor'

/** Prefixes of what people typed but have not sent yet, or opened last, stored by the parts for this tab. */
const DRAFTS = ['easel.draft.', 'easel.outgoing.', 'easel.recent.', 'upload_drafts ']
/** Whose drafts these are while no one is signed in. */
const DRAFTS_OWNER = 'easel.words_of'

/** Local storage first. Storage can be blocked, as in some private windows: then there is none. */
function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}

/** Storage can also be full or read-only: the session then depends on its cookie alone. */
function write(storage: Storage, name: string, value: string): void {
  try {
    storage.setItem(name, value)
  } catch {
    storage.removeItem(name)
  }
}

/** Returns the stored token. A token under an older name is moved to the current one. */
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

/** Deletes a token that the server no longer accepts, under every name and in both storages. */
export function forgetToken(token: string): void {
  for (const storage of storages())
    for (const name of [TOKEN, ...OLDER_TOKENS]) if (storage.getItem(name) === token) storage.removeItem(name)
}

/** Stores a new session: permanently if remembered, otherwise until the tab closes. */
export function storeSession({ token, user }: { token: string; user: StoredPerson }, remembered: boolean): void {
  clearSession()
  announced = false
  leaveDraftsTo(user.id)
  const [local, tab] = storages()
  const storage = remembered ? local : tab
  if (storage) {
    write(storage, TOKEN, token)
    writePerson(storage, user)
  }
  dispatchEvent(new Event('login'))
}

/** Updates the stored person next to the token, wherever the token is stored. */
export function storePerson(user: StoredPerson): void {
  announced = false
  noteDraftsOwner()
  leaveDraftsTo(user.id)
  readToken()
  const found = storages()
  const storage = found.find((one) => one.getItem(TOKEN)) ?? found.at(-1)
  if (storage) writePerson(storage, user)
}

function writePerson(storage: Storage, { id, name, email, role, brand_color }: StoredPerson): void {
  write(storage, 'user_id', id)
  write(storage, 'username', name)
  write(storage, 'role', role)
  write(storage, 'user_email', email)
  write(storage, 'user', JSON.stringify({ id, name, email, role }))
  if (brand_color) write(storage, BRAND_COLOR, brand_color)
  else if (brand_color === null) storage.removeItem(BRAND_COLOR)
}

/** Drafts outlive an expired session: the same person may sign in again and send them. */
function noteDraftsOwner(): void {
  const found = storages()
  const owner = found.map((storage) => storage.getItem('user_id')).find(Boolean)
  const tab = found.at(-1)
  if (owner && tab && draftNames(tab).length > 0) write(tab, DRAFTS_OWNER, owner)
}

function leaveDraftsTo(id: string): void {
  const tab = storages().at(-1)
  const owner = tab?.getItem(DRAFTS_OWNER)
  if (owner && owner !== id) clearDrafts()
  tab?.removeItem(DRAFTS_OWNER)
}

const draftNames = (storage: Storage): string[] => Object.keys(storage).filter((name) => DRAFTS.some((prefix) => name.startsWith(prefix)))

/** Deletes every draft, when a person signs out: the next person at this browser must not find them. */
export function clearDrafts(): void {
  const tab = storages().at(-1)
  if (tab) for (const name of [...draftNames(tab), DRAFTS_OWNER]) tab.removeItem(name)
}

export function clearSession(): void {
  noteDraftsOwner()
  for (const storage of storages()) for (const name of [TOKEN, ...OLDER_TOKENS, ...PERSON, BRAND_COLOR]) storage.removeItem(name)
}

/** Calls the API from the browser with the stored token, in addition to the cookie. A refusal that ends the session ends it here too. */
export function browserApi(): Api {
  return createApi(async ({ headers, url, ...call }) => {
    const token = readToken()
    const answer = await fetch(url, { ...call, headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers })
    if (answer.status === 401 || answer.status === 403)
      await followRefusal({ method: call.method, status: answer.status, text: await answer.clone().text() })
    return answer
  })
}

/**
 * Follows a refused call, for callers that do not use browserApi (XMLHttpRequest, files). 401 and 403 `wrong_role` clear the stored
 * session. On an admin page the caller is taken to /login. A wrong role also ends the cookie session there, and after any call that
 * changes something. Any other 403 (another site's call, a missing grant) ends nothing. Returns whether the session is over.
 */
export async function followRefusal({ method, status, text }: { method: string; status: number; text: string }): Promise<boolean> {
  const isWrongRole = status === 403 && codeIn(text) === 'wrong_role'
  if (status !== 401 && !isWrongRole) return false
  const onAdminPage = location.pathname.startsWith('/admin')
  if (isWrongRole && (onAdminPage || method !== 'GET')) await leaveForLogin()
  else if (onAdminPage && !announced) {
    endSession()
    location.assign('/login')
  } else clearSession()
  return true
}

function codeIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  } catch {
    return undefined
  }
}

let leaving: Promise<void> | undefined

/** Ends the session here and on the server, then opens /login with this page as `next`. Parallel calls leave once. */
function leaveForLogin(): Promise<void> {
  const next = location.pathname + location.search
  leaving ??= signOut().then(() => {
    leaving = undefined
    location.assign(`/login?next=${encodeURIComponent(next)}`)
  })
  return leaving
}

let announced = false

/** Clears the stored session and fires the logout event, once per session. */
export function endSession(): void {
  clearSession()
  if (announced) return
  announced = true
  dispatchEvent(new Event('logout'))
}

/** Ends the session on the server and in this browser, so that /login shows its form. */
export async function signOut(): Promise<void> {
  const token = readToken()
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
  await fetch('/api/auth/logout', { method: 'POST', headers }).catch(() => {})
  endSession()
}

const CHANNEL = 'session'

/**
 * Tells the other tabs who is signed in here. Calls `onChange` when another tab shows someone else, when the stored token changes, and on
 * this tab's own login and logout. The channel covers sessions that are not remembered: session storage belongs to one tab.
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

/** Where storage is blocked, the channel can be blocked too. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL)
  } catch {
    return undefined
  }
}
