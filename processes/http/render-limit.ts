import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '#platform/server/http/html.ts'
import { createTokenBuckets, networkOf, Refusal, siteOf } from '#platform/server/index.ts'
import { sendPlainPage } from './plain-page.ts'

/**
 * The expensive GET calls, and all others that anyone may make: what each costs this process, in pages rendered: 1 is about 10 to 20 ms of one core. 0 costs little, or
 * has a limit of its own. A test compares this list with the endpoints.
 */
export const COST_OF_CALLS: Readonly<Record<string, number>> = {
  '/assets': 1,
  '/assets/:id': 0.5,
  '/assets/:id/similar': 1,
  '/assets/:id/pricing': 0.5,
  '/assets/suggestions': 0.5,
  '/assets/related-searches': 2,
  '/assets/sitemap': 5,
  '/assets/sitemap/parts': 2,
  '/wage_rules': 0.2,
  '/subscriptions/plans': 0,
  '/contact/form': 0,
  '/licenses/verify/:certificate_number': 0.5,
  '/downloads/licenses/:id': 0,
  '/downloads/free/:id': 0,
  '/openapi.json': 2,
  '/docs': 2
}

/** A network address may spend this many seconds' worth at once: a person who opens 30 tabs, or an office that starts its day. */
const BURST_SECONDS = 20

/** The networks of one site together may spend this many times as much as one network: an IPv6 caller may have 65,536 of them. */
const SITE_FACTOR = 4

const TEXT = 'Too many pages were requested from your network. Please wait a moment and try again.'

export type RenderLimit = {
  /** Refuses with 429 and Retry-After when the caller's network address has spent too much. */
  spend(request: Pick<FastifyRequest, 'ip'>, cost?: number): void
}

/**
 * Limits what one network address may make this process render or search, in pages per second. 0 is no limit. The cost is this
 * process's time, so each process counts for itself, in memory.
 */
export function createRenderLimit(per_second: number): RenderLimit {
  if (per_second === 0) return { spend: () => {} }
  const burst = per_second * BURST_SECONDS
  const networks = createTokenBuckets({ burst, per_second })
  const sites = createTokenBuckets({ burst: burst * SITE_FACTOR, per_second: per_second * SITE_FACTOR })
  return {
    spend: ({ ip }, cost = 1) => {
      const retry_after = networks.take(networkOf(ip), cost) || sites.take(siteOf(ip), cost)
      if (retry_after > 0) throw new Refusal('too_many', 429, TEXT, { retry_after })
    }
  }
}

/** Applies the limit to the API. Pages call the API in process, so they do not pay twice. */
export function limitCalls(app: FastifyInstance, limit: RenderLimit): void {
  app.addHook('preHandler', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const cost = COST_OF_CALLS[request.routeOptions.url?.replace(/^\/api/, '') ?? '']
    if (cost) limit.spend(request, cost)
  })
}

/** Answers a page request beyond the limit. */
export function sendTooMany(reply: FastifyReply, { message, retryAfter = 1 }: Refusal) {
  const seconds = `${retryAfter} second${retryAfter === 1 ? '' : 's'}`
  reply.code(429).header('retry-after', String(retryAfter)).header('cache-control', 'no-store')
  return sendPlainPage(reply, 'Too many requests', html`<p>${message}</p><p>You can load the page again in ${seconds}.</p>`)
}
