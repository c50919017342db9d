import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings/settings.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip']

/** Warns once when calls come through a proxy that is not trusted: all visitors then have the proxy's address, and share its limits. */
export function warnOfUntrustedProxy(
  app: FastifyInstance,
  { trust_proxy }: Pick<Settings, 'trust_proxy'>,
  warn: (line: string) => void
): void {
  if (trust_proxy !== false) return
  let warned = false
  app.addHook('onRequest', async ({ headers }) => {
    const name = warned ? undefined : FORWARDED.find((header) => headers[header] !== undefined)
    if (!name) return
    warned = true
    warn(
      `Warning: a call came with the header ${name}, but TRUST_PROXY is 0: if a proxy is in front of the app, all visitors count as one address. Set TRUST_PROXY to the number of proxies.`
    )
  })
}
