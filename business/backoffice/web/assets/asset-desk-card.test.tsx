import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { AssetDeskCard } from './asset-desk-card.tsx'
import { freeText } from './free-text.ts'

const ASSET = {
  id: '00000000-0000-4000-8000-000000000002',
  title: 'A red fox',
  description: '',
  category: 'illustration',
  tags: [] as string[],
  status: 'approved',
  employee_name: 'Ada',
  is_free: false,
  free_state: 'not_free',
  free_starts_at: null,
  free_ends_at: null,
  files: []
} as unknown as ReviewedAsset

const card = (overrides: Partial<ReviewedAsset>) => {
  const element = <AssetDeskCard asset={{ ...ASSET, ...overrides }} ticked={false} onTick={() => {}} onOpen={() => {}} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}
const tagsIn = (html: string) =>
  [...(html.match(/<ul[^>]*aria-label="Tags".*?<\/ul>/)?.[0] ?? '').matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, text]) => text)

test('shows five tags and the number of further tags', () => {
  expect(tagsIn(card({ tags: ['1', '2', '3', '4', '5'] }))).toEqual(['1', '2', '3', '4', '5'])
  expect(tagsIn(card({ tags: ['1', '2', '3', '4', '5', '6', '7'] }))).toEqual(['1', '2', '3', '4', '5', '+2'])
})

test('truncates the description after 110 characters', () => {
  expect(card({ description: 'a'.repeat(110) })).toContain(`<p>${'a'.repeat(110)}</p>`)
  expect(card({ description: 'a'.repeat(111) })).toContain(`<p>${'a'.repeat(110)}…</p>`)
})

test.each([
  [{ is_free: true, free_state: 'free_now' }, 'Free now'],
  [{ free_state: 'free_now', free_ends_at: '2026-12-24T20:00:00.000Z' }, 'Free now, until Dec 24, 2026, 12:00 PM'],
  [{ free_state: 'free_soon', free_starts_at: '2026-12-24T20:00:00.000Z' }, 'Scheduled free Dec 24, 2026, 12:00 PM'],
  [{ free_state: 'was_free', free_ends_at: '2026-12-24T20:00:00.000Z' }, 'Was free until Dec 24, 2026, 12:00 PM'],
  [{}, 'Not free']
] as const)('%j is described as: %s', (overrides, text) => {
  expect(freeText({ ...ASSET, ...overrides })).toContain(text)
})
