import { type Ctx, setHeader } from '#platform/server/index.ts'

/** The value that the browser sends; nothing when there is none. */
export function readCookie(headers: Ctx['caller']['headers'], name: string): string | undefined {
  const { cookie } = headers
  const pairs = typeof cookie === 'string' ? cookie.split(';').map((pair) => pair.trim()) : []
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** No script can read it, and no other site's form sends it. `max_age` in seconds: without one it ends with the browser, with 0 it goes at once. */
export function setCookie(ctx: Ctx, { name, value, max_age }: { name: string; value: string; max_age?: number | undefined }): void {
  const secure = ctx.ports.settings.public_url.startsWith('https:') ? '; Secure' : ''
  const age = max_age === undefined ? '' : `; Max-Age=${max_age}`
  setHeader(ctx, 'set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`)
}
