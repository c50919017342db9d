import { type Ctx, setHeader } from '#platform/server/index.ts'

/** Returns a cookie's value, if sent. */
export function readCookie(headers: Ctx['caller']['headers'], name: string): string | undefined {
  const { cookie } = headers
  const pairs = typeof cookie === 'string' ? cookie.split(';').map((pair) => pair.trim()) : []
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Sets an HttpOnly, SameSite=Lax cookie. `max_age` in seconds; without it the cookie ends with the browser, 0 deletes it. */
export function setCookie(ctx: Ctx, { name, value, max_age }: { name: string; value: string; max_age?: number | undefined }): void {
  const secure = ctx.ports.settings.public_url.startsWith('https:') ? '; Secure' : ''
  const age = max_age === undefined ? '' : `; Max-Age=${max_age}`
  setHeader(ctx, 'set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`)
}
