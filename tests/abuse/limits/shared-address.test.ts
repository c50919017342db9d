import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#platform/contract/index.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { inProcessApi } from '#processes/http/pages/in-process-api.ts'
import { COST_OF_CALLS, createRenderLimit } from '#processes/http/render-limit.ts'
import { readSettings } from '#processes/settings/read-settings.ts'
import { loader as loadAsset } from '#storefront/web/asset/asset-page.tsx'
import { loader as loadHome } from '#storefront/web/home/home-page.tsx'
import { assetOnSale, freshMarket, type Market } from '#tests/support/givens/sales.ts'

type Call = Pick<Endpoint, 'method' | 'path'>
/** What a person does to see one page. No page comes from the cache, as for people who are signed in. */
type Step = {
  calls: readonly Call[] /** Texts in the search field for which suggestions were requested. */
  typed?: number /** Links whose page was loaded ahead. */
  hovered?: number
}

const PEOPLE = 30
const PAUSE_SECONDS = 5
const ADDRESS = { ip: '203.0.113.5' }
const SUGGESTIONS: Call = { method: 'GET', path: '/assets/suggestions' }

let market: Market
let asset_id: string
beforeAll(async () => {
  market = await freshMarket()
  ;({ id: asset_id } = await assetOnSale(market, { title: 'Red fox' }))
})
afterAll(() => market.end())

type Load = (given: never) => Promise<unknown>

/** Loads a page and returns the calls that its loader made. */
async function callsOf(load: Load, url: string, params: Record<string, string> = {}): Promise<Call[]> {
  const calls: Call[] = []
  const context = new RouterContextProvider()
  context.set(
    apiContext,
    inProcessApi(market.app, market.ctx(), ({ method, path }) => void calls.push({ method, path }))
  )
  context.set(requestContext, { user: null, ...market.settings, theme: 'system', nonce: '' })
  await load({ request: new Request(`http://easel.test${url}`), context, params } as never)
  return calls
}

async function ordinarySteps(): Promise<Step[]> {
  const asset = { calls: await callsOf(loadAsset, `/assets/${asset_id}`, { assetId: asset_id }) }
  return [
    { calls: await callsOf(loadHome, '/'), hovered: 1 },
    { calls: await callsOf(loadHome, '/?search=red+fox'), typed: 5 },
    asset,
    asset,
    { calls: await callsOf(loadHome, '/?search=red+fox&page=2') },
    asset,
    { calls: await callsOf(loadHome, '/?search=qwertz'), typed: 5 }
  ]
}

/** Returns what a step costs, as pages.ts and the API over HTTP count it, and refuses as they do. */
function take(limit: ReturnType<typeof createRenderLimit>, { calls, typed = 0, hovered = 0 }: Step): void {
  for (let count = 0; count < typed; count += 1) limit.spend(ADDRESS, COST_OF_CALLS[SUGGESTIONS.path])
  for (let count = 0; count < hovered; count += 1) limit.spend(ADDRESS)
  limit.spend(ADDRESS)
  const spendOnCall = limit.forCalls(ADDRESS)
  for (const call of calls) spendOnCall(call)
}

/** Counts the refusals within an hour in which everyone opens a page at the same moments. `limit` has the usual size. */
function refusals(people: number, steps: readonly Step[]): number {
  let now = 0
  const limit = createRenderLimit(readSettings({ DATA_DIR: market.settings.temp_dir }).render_limit, () => now)
  let refused = 0
  for (let page = 0; page < 3600 / PAUSE_SECONDS; page += 1) {
    now = page * PAUSE_SECONDS * 1000
    for (let person = 0; person < people; person += 1) {
      try {
        take(limit, steps[(page + person) % steps.length]!)
      } catch {
        refused += 1
      }
    }
  }
  return refused
}

test('30 people behind one address who each open a page every 5 seconds for an hour are never refused', async () => {
  const steps = await ordinarySteps()
  expect(steps.map(({ calls }) => calls.length)).toEqual([2, 1, 5, 5, 1, 5, 3])
  expect(refusals(PEOPLE, steps)).toBe(0)
  // Even where everyone only opens the most expensive page that most people open.
  expect(refusals(PEOPLE, [steps[2]!])).toBe(0)
  expect(refusals(10 * PEOPLE, steps)).toBeGreaterThan(0)
})
