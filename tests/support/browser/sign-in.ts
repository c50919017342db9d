import { type BrowserContext, expect, request } from '@playwright/test'

const PASSWORD = 'easel-demo'

const sessions = new Map<string, { cookies: ReturnType<typeof createSession>; opened: number }>()
/** A session that is older is replaced, because important actions would ask for the password again. */
const FRESH_MS = 5 * 60_000

/** Signs a browser in as a demo account. The journeys of this worker share its session, so none of them may end it. */
export async function signInAs(context: BrowserContext, email: string, url = process.env['EASEL_URL'] ?? ''): Promise<void> {
  const key = `${email} ${url}`
  const known = sessions.get(key)
  const session = known && Date.now() - known.opened < FRESH_MS ? known : { cookies: createSession(email, url), opened: Date.now() }
  sessions.set(key, session)
  await context.addCookies(await session.cookies)
}

async function createSession(email: string, baseURL: string) {
  const api = await request.newContext({ baseURL })
  expect((await api.post('/api/auth/login', { data: { email, password: PASSWORD } })).status()).toBe(200)
  const { cookies } = await api.storageState()
  await api.dispose()
  return cookies
}
