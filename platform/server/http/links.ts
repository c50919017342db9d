import { createHmac, timingSafeEqual } from 'node:crypto'

type Link = { path: string; query?: Record<string, string>; expires: Date }

const signatureOf = (secret: string, path: string, query: URLSearchParams): string =>
  createHmac('sha256', secret).update(`${path}?${query}`).digest('base64url')

/** Returns an address that works until it expires and cannot be altered: path, query, and expiry are signed. */
export function signLink(secret: string, { path, query = {}, expires }: Link): string {
  const search = new URLSearchParams({ ...query, expires: String(Math.floor(expires.getTime() / 1000)) })
  search.sort()
  return `${path}?${search}&signature=${signatureOf(secret, path, search)}`
}

/** Checks a signed address. 'altered' means that this server did not sign it. */
export function checkLink(secret: string, address: string, now: Date): 'valid' | 'expired' | 'altered' {
  const url = new URL(address, 'http://easel.invalid')
  const given = Buffer.from(url.searchParams.get('signature') ?? '')
  url.searchParams.delete('signature')
  url.searchParams.sort()
  const right = Buffer.from(signatureOf(secret, url.pathname, url.searchParams))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'altered'
  return Number(url.searchParams.get('expires')) * 1000 > now.getTime() ? 'valid' : 'expired'
}
