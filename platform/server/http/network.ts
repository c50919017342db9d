import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Returns the network that usage limits count for. For IPv6 it is the first 64 bits, because a caller can choose the others freely. */
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
