import { type AppSettings, type Ctx, setHeader } from '#platform/server/index.ts'

type Source = { headers: Ctx['caller']['headers']; settings: Pick<AppSettings, 'public_url'> }

const isSecure = ({ public_url }: Pick<AppSettings, 'public_url'>): boolean => public_url.startsWith('https:')

/** Browsers accept a name with this prefix only from the site itself over https. Another site of the same domain, or http, could plant the plain name. */
const nameOf = (name: string, settings: Pick<AppSettings, 'public_url'>): string => (isSecure(settings) ? `__Host-${name}` : name)

/** Returns a cookie's value, if sent. Over https, a cookie without the prefix is ignored. */
export function readCookie({ headers, settings }: Source, name: string): string | undefined {
  const { cookie } = headers
  const pairs = typeof cookie === 'string' ? cookie.split(';').map((pair) => pair.trim()) : []
  const wanted = nameOf(name, settings)
  return pairs.find((pair) => pair.startsWith(`${wanted}=`))?.slice(wanted.length + 1)
}

/** Returns a cookie that came with a call. */
export const sentCookie = ({ caller, ports }: Pick<Ctx, 'caller' | 'ports'>, name: string): string | undefined =>
  readCookie({ headers: caller.headers, settings: ports.settings }, name)

/** Sets an HttpOnly, SameSite=Lax cookie. `max_age` in seconds; without it the cookie ends with the browser, 0 deletes it. */
export function setCookie(ctx: Ctx, { name, value, max_age }: { name: string; value: string; max_age?: number | undefined }): void {
  const { settings } = ctx.ports
  const secure = isSecure(settings) ? '; Secure' : ''
  const age = max_age === undefined ? '' : `; Max-Age=${max_age}`
  setHeader(ctx, 'set-cookie', `${nameOf(name, settings)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`)
}
