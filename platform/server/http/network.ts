import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Returns the network that usage limits count for. For IPv6 it is the first 64 bits, because a caller can choose the others freely. */
export const networkOf = (ip: string): string => prefixOf(ip, 4)

/** Returns what takes turns with others when many wait. For IPv6 it is the first 48 bits: one site may have 65,536 networks. */
export const siteOf = (ip: string): string => prefixOf(ip, 3)

/** Returns the first groups of an IPv6 address, of 16 bits each, or a whole IPv4 address. */
function prefixOf(ip: string, groups: number): string {
  if (!isIPv6(ip)) return ip
  const mapped = MAPPED.exec(ip)?.[1]
  if (mapped) return mapped
  const { hostname } = new URL(`http://[${ip.replace(/%.*/, '')}]`)
  const [before = '', after = ''] = hostname.slice(1, -1).split('::')
  const [first, last] = [before, after].map((groups) => groups.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array<string>(8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, groups).join(':')
}
