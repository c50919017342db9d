import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** What tries from an address are counted for: of an IPv6 address its first 64 bits, as the others are each caller's own to choose, as many as it likes. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = MAPPED.exec(ip)?.[1]
  if (mapped) return mapped
  const { hostname } = new URL(`http://[${ip.replace(/%.*/, '')}]`)
  const [before = '', after = ''] = hostname.slice(1, -1).split('::')
  const [first, last] = [before, after].map((groups) => groups.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
