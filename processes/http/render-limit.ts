import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify'
import type { Endpoint } from '#platform/contract/index.ts'
import { html } from '#platform/server/http/html.ts'
import { createNetworkBuckets, Refusal } from '#platform/server/index.ts'
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
  '/assets/:id/recolored': 0.5,
  '/assets/:id/source.svg': 0.5,
  '/assets/highlights': 1,
  '/assets/suggestions': 0.5,
  '/assets/search-totals': 1,
  '/assets/related-searches': 2,
  '/assets/sitemap': 5,
  '/assets/sitemap/parts': 2,
  '/artists/:id': 0.5,
  '/artists/sitemap': 5,
  '/featured-collections': 0.2,
  '/featured-collections/:slug': 1,
  '/wage_rules': 0.2,
  '/subscriptions/plans': 0,
  '/claims/:token': 0.2,
  '/marketing/preferences/:token': 0.2,
  '/privacy/exports/:id': 0,
  '/privacy/requests/:token': 0.2,
  '/subscriptions/cancel-renewal/:token': 0.2,
  '/collections/shared/:token': 2,
  '/contact/form': 0,
  '/licenses/verify/:certificate_number': 0.5,
  '/licenses/transfers/:token': 0.2,
  '/downloads/licenses/:id': 0,
  '/downloads/free/:id': 0,
  '/openapi.json': 2,
  '/docs': 2
}

/** What is no endpoint, but reads the database for anyone. */
export const COST_OF_FILES: Readonly<Record<string, number>> = {
  '/link-pictures/:id/:name': 0.5,
  ...iconCosts('/iconify'),
  ...iconCosts('/iconify/k/:key')
}

function iconCosts(base: string): Record<string, number> {
  const word = '(^[a-z0-9-]+)'
  const [icons, lists] = [0.1, 0.5]
  return {
    [`${base}/:prefix${word}.json`]: icons,
    [`${base}/:prefix${word}/icons.json`]: icons,
    [`${base}/:prefix${word}.css`]: icons,
    [`${base}/:prefix${word}/:name${word}.svg`]: icons,
    [`${base}/collections`]: lists,
    [`${base}/collection`]: lists,
    [`${base}/search`]: lists,
    [`${base}/keywords`]: lists,
    [`${base}/last-modified`]: lists
  }
}

/** A network address may spend this many seconds' worth at once: a person who opens 30 tabs, or an office that starts its day. */
const BURST_SECONDS = 20

const TEXT = 'Too many pages were requested from your network. Please wait a moment and try again.'

export type RenderLimit = {
  /** Refuses with 429 and Retry-After when the caller's network address has spent too much. */
  spend(request: Pick<FastifyRequest, 'ip'>, cost?: number): void
  /** Returns what a page that was paid for calls before each of its calls in process. They cost as much as over HTTP; the first page's worth is part of the page. */
  forCalls(request: Pick<FastifyRequest, 'ip'>): SpendOnCall
}

/** Refuses as `spend` does. */
export type SpendOnCall = (call: Pick<Endpoint, 'method' | 'path'>) => void

export const unlimitedCalls: SpendOnCall = () => {}

/** One page never costs more than this share of a burst: with a low limit, a call of the sitemap would otherwise be refused for good. */
const PAGE_SHARE_MAX = 1 / 2

/**
 * Limits what one network address may make this process render or search, in pages per second. 0 is no limit. The cost is this
 * process's time, so each process counts for itself, in memory.
 */
export function createRenderLimit(per_second: number, now?: () => number): RenderLimit {
  if (per_second === 0) return { spend: () => {}, forCalls: () => unlimitedCalls }
  const burst = per_second * BURST_SECONDS
  const networks = createNetworkBuckets({ burst, per_second }, now)
  const spend: RenderLimit['spend'] = ({ ip }, cost = 1) => {
    const retry_after = networks.take(ip, cost)
    if (retry_after > 0) throw new Refusal('too_many', 429, TEXT, { retry_after })
  }
  return { spend, forCalls: (request) => spendOnCalls((cost) => spend(request, cost), burst * PAGE_SHARE_MAX) }
}

function spendOnCalls(spend: (cost: number) => void, most: number): SpendOnCall {
  let cost = 0
  let spent = 1
  return ({ method, path }) => {
    if (method !== 'GET') return
    cost += COST_OF_CALLS[path] ?? 0
    const due = Math.min(cost, most) - spent
    if (due <= 0) return
    spend(due)
    spent += due
  }
}

/** Applies the limit to the API over HTTP, and to files that cost as much. Calls in process are paid for with `forCalls`. */
export function limitCalls(app: FastifyInstance, limit: RenderLimit): void {
  app.addHook('onRoute', (route) => {
    const cost = COST_OF_CALLS[route.url.replace(/^\/api/, '')] ?? COST_OF_FILES[route.url]
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
    if (!cost || !isRead) return
    const spend: preValidationHookHandler = (request, _reply, done) => {
      limit.spend(request, cost)
      done()
    }
    // Before the session is looked up.
    route.preValidation = [spend, ...[route.preValidation ?? []].flat()]
  })
}

/** Answers a page request beyond the limit. */
export function sendTooMany(reply: FastifyReply, { message, retryAfter = 1 }: Refusal) {
  const seconds = `${retryAfter} second${retryAfter === 1 ? '' : 's'}`
  reply.code(429).header('retry-after', String(retryAfter)).header('cache-control', 'no-store')
  return sendPlainPage(reply, 'Too many requests', html`<p>${message}</p><p>You can load the page again in ${seconds}.</p>`)
}
