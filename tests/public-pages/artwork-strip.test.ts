import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArtworkStrip, findArtwork } from '#catalogue/web/index.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

type Artwork = Awaited<ReturnType<typeof findArtwork>>[number]
const strip = (works: readonly Artwork[], wide = false) => {
  const element = createElement(ArtworkStrip, { label: 'From the catalogue', works, wide })
  return renderToStaticMarkup(createElement(RouterProvider, { router: createMemoryRouter([{ path: '*', element }]) }))
}
const linksIn = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)

test('works of the category lead to their pages, six on a wide strip, and with fewer than four there is no strip', async () => {
  for (const title of ['One', 'Two', 'Three']) await givenAsset(world, { title, category: 'vector' })
  await givenAsset(world, { title: 'An icon', category: 'icon' })
  const few = await findArtwork(world.api, 'vector')
  expect(few.map(({ title }) => title).toSorted()).toEqual(['One', 'Three', 'Two'])
  expect(strip(few)).toBe('')
  for (const title of ['Four', 'Five', 'Six', 'Seven']) await givenAsset(world, { title, category: 'vector' })
  const works = await findArtwork(world.api, 'vector')
  const addresses = works.map(({ id }) => `/assets/${id}`)
  expect(addresses).toHaveLength(6)
  expect(linksIn(strip(works))).toEqual(addresses.slice(0, 4))
  expect(linksIn(strip(works, true))).toEqual(addresses)
  expect(linksIn(strip(works.slice(0, 5), true))).toEqual(addresses.slice(0, 4))
  expect(strip(works)).toContain(`alt="${works[0]!.title}"`)
})

test('without an answer from the API there are no works', async () => {
  const failing = Object.assign(() => Promise.reject(new Error('The database is away.')), world.api)
  expect(await findArtwork(failing as typeof world.api)).toEqual([])
})
