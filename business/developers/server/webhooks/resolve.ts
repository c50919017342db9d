import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { mayReach } from './address.ts'
import type { ResolveHost, WebhookNetwork } from './ports.ts'

const DNS = { timeout: 2000, tries: 2 }
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 }
]
const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks the name servers, without the hosts file of this machine. Unlike dns.lookup, it occupies no thread: names whose servers are slow
 * would otherwise hold up passwords and files.
 */
export const resolveHost: ResolveHost = async (host) => {
  if (/(^|\.)localhost$/.test(host)) return LOOPBACK
  const resolver = new Resolver(DNS)
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [...addressesOf(v4, 4), ...addressesOf(v6, 6)]
  if (found.length > 0) return found
  for (const answer of [v4, v6]) if (answer.status === 'rejected' && !isAbsent(answer.reason)) throw answer.reason
  return []
}

const addressesOf = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && ABSENT.has(String(error.code))

/** The addresses of a host, all of which may be reached. */
export type Checked = LookupAddress[] | 'unknown_host' | 'refused_address'

/** Resolves a host once and checks every address. One that may not be reached refuses them all. */
export async function checkHost({ resolve, allows_loopback }: WebhookNetwork, host: string): Promise<Checked> {
  const family = isIP(host)
  const found = family ? [{ address: host, family }] : await resolve(host).catch(() => [])
  if (found.length === 0) return 'unknown_host'
  return found.every(({ address }) => mayReach(address, allows_loopback)) ? found : 'refused_address'
}
