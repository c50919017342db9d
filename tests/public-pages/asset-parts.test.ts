import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '#platform/web/api.ts'
import { apiContext, type PageRequest, type PageUser, requestContext } from '#platform/web/page.ts'
import { inProcessApi } from '#processes/http/pages/in-process-api.ts'
import { readQuery } from '#storefront/explore.rules.ts'
import { loader } from '#storefront/web/asset/asset-page.tsx'
import { findOthers } from '#storefront/web/home/no-results/find-others.ts'
import { givenAsset } from '../support/givens/catalogue.ts'
import { freshWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const SIGNED_IN: PageUser = {
  ...{ id: 'p', name: 'Pia', email: 'pia@example.com', role: 'employee', grants: [] },
  ...{ avatar_url: null, brand_color: null }
}

/** Loads the asset's page for this request. The calls are a visitor's. */
async function load(id: string, asked: Partial<PageRequest>, api: Api = inProcessApi(world.app, world.ctx())) {
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  const site = { brand_name: 'Easel', social_links: [], support_email: 'help@easel.test', public_url: 'https://easel.test' }
  context.set(requestContext, { user: null, ...site, theme: 'system', nonce: '', ...asked })
  const request = new Request(`${site.public_url}/assets/${id}`)
  return (loader as unknown as (given: object) => Promise<{ prices: unknown; more: unknown }>)({
    context,
    params: { assetId: id },
    request
  })
}

test('prices and more works follow only for a signed-in person who came from another page', async () => {
  const { id } = await givenAsset(world, { title: 'Fox' })
  const areLate = async (asked: Partial<PageRequest>) => {
    const { prices, more } = await load(id, asked)
    return [prices, more].map((part) => part instanceof Promise)
  }
  expect(await areLate({ user: SIGNED_IN, is_data: true })).toEqual([true, true])
  // Their HTML would need JavaScript, and the others' answers are kept for many.
  expect(await areLate({ user: SIGNED_IN })).toEqual([false, false])
  expect(await areLate({ is_data: true })).toEqual([false, false])
  expect(await areLate({ user: SIGNED_IN, is_data: true, is_whole: true })).toEqual([false, false])
})

test('a part that fails late is an error of that part alone', async () => {
  const { id } = await givenAsset(world, { title: 'Hare' })
  const api = inProcessApi(world.app, world.ctx())
  const failing = (async (endpoint: { path: string }, ...rest: unknown[]) => {
    if (endpoint.path.endsWith('/similar')) throw new Error('no similar assets')
    return (api as unknown as (...given: unknown[]) => Promise<unknown>)(endpoint, ...rest)
  }) as unknown as Api
  const { prices, more } = await load(id, { user: SIGNED_IN, is_data: true }, failing)
  await expect(more).rejects.toThrow('no similar assets')
  await expect(prices).resolves.toBeDefined()
})

test('a search that finds nothing in a color names the colors in which it finds something, most frequent first', async () => {
  for (const colors of [['blue', 'white'], ['blue'], ['green']] as const) {
    const { id } = await givenAsset(world, { title: 'Kingfisher' })
    await world.db
      .updateTable('catalogue.asset')
      .set({ colors: [...colors] })
      .where('id', '=', id)
      .execute()
  }
  const api = inProcessApi(world.app, world.ctx())
  const others = async (address: string) => (await findOthers(api, readQuery(new URLSearchParams(address)))).colors
  expect(await others('search=kingfisher&color=red')).toEqual([
    { color: 'blue', to: '/?search=kingfisher&color=blue' },
    { color: 'green', to: '/?search=kingfisher&color=green' },
    { color: 'white', to: '/?search=kingfisher&color=white' }
  ])
  expect(await others('search=nothing-like-it')).toEqual([])
})
