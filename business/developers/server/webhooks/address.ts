import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Special addresses of the registry of IANA: whatever is not a host on the public internet. */
const SPECIAL_V4: readonly [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, and broadcast.
  ['224.0.0.0', 3]
]

/** Within 2000::/3, which alone is public: protocol assignments with Teredo, documentation, and 6to4, which hides an IPv4 address. */
const SPECIAL_V6: readonly [address: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20]
]

const special = new BlockList()
for (const [address, prefix] of SPECIAL_V4) special.addSubnet(address, prefix, 'ipv4')
for (const [address, prefix] of SPECIAL_V6) special.addSubnet(address, prefix, 'ipv6')
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a webhook may be sent to an address, given as text without brackets. IPv4-mapped addresses are refused like every other disguise. */
export function mayReach(address: string, allows_loopback: boolean): boolean {
  if (isIPv4(address)) return special.check(address, 'ipv4') ? allows_loopback && loopback.check(address, 'ipv4') : true
  // A zone, such as in fe80::1%eth0, is only ever link-local.
  if (!isIPv6(address) || address.includes('%')) return false
  if (address === '::1') return allows_loopback
  return unicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** Names that never mean a host on the public internet (RFC 6761, 6762, 8375, and the one for private use). */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|localdomain)$/
const LOCALHOST = /(^|\.)localhost$/

export type Target = { url: URL; host: string }
export type BadUrl = 'url' | 'url_credentials' | 'url_private'

/**
 * Parses the address of a receiver. The parser of the URL standard turns decimal, octal, hexadecimal, and short IPv4 addresses into the usual
 * form, so `host` is an IP address exactly if that is what a connection would use.
 */
export function parseTarget(text: string, allows_loopback: boolean): Target | BadUrl {
  if (!URL.canParse(text)) return 'url'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'url'
  if (url.username || url.password) return 'url_credentials'
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (!host) return 'url'
  return isAllowedHost(host, allows_loopback) ? { url, host } : 'url_private'
}

function isAllowedHost(host: string, allows_loopback: boolean): boolean {
  if (isIPv4(host) || isIPv6(host)) return mayReach(host, allows_loopback)
  if (LOCALHOST.test(host)) return allows_loopback
  // A name without a dot is one of the own network.
  return host.includes('.') && !PRIVATE_NAMES.test(host)
}
