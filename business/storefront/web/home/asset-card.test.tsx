import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { AssetCard as Asset } from '#catalogue/contract.ts'
import { AssetCard } from './asset-card.tsx'

const FILE: Asset['files'][number] = {
  id: '00000000-0000-4000-8000-000000000001',
  format: 'svg',
  resolution: '24x24',
  size_in_kb: 1,
  file_url: '/previews/one.webp',
  preview_urls: { 320: '/320.webp', 640: '/640.webp', 1200: '/1200.webp' },
  avif_urls: {},
  blur: null
}
const ASSET: Asset = {
  id: '00000000-0000-4000-8000-000000000002',
  title: 'A red fox',
  description: '',
  category: 'illustration',
  origin: 'unknown',
  tags: [],
  employee_name: 'Ada',
  is_free: false,
  is_currently_free: false,
  free_state: 'not_free',
  free_starts_at: null,
  free_ends_at: null,
  dominant_color: '#aa3300',
  colors: [],
  files: [FILE]
}

const card = (asked: Partial<Asset> = {}) => {
  const element = <AssetCard asset={{ ...ASSET, ...asked }} eager={false} level="h2" onGet={() => {}} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

test('a card shows the title, the capitalized category, a format selector, and Get', () => {
  const html = card()
  expect(html).toMatch(/<h2[^>]*><a[^>]*>A red fox<\/a><\/h2>/)
  expect(html).toContain('Illustration')
  expect(html).toMatch(/<select[^>]*aria-label="File format of A red fox"/)
  expect([...html.matchAll(/<option[^>]*>(\w+)</g)].map(([, format]) => format)).toEqual(
    expect.arrayContaining(['PNG', 'JPG', 'SVG', 'WEBP', 'PDF'])
  )
  expect(html).toMatch(/<button(?![^>]*disabled)[^>]*>.*?Get</)
  expect(html).not.toMatch(/FREE|Free/)
})

test('an asset that is free now has the badge FREE and the button Get Free', () => {
  const html = card({ is_currently_free: true, free_state: 'free_now' })
  expect(html).toContain('>FREE<')
  expect(html).toContain('Get Free')
})

test("an asset with a future free period has the badge 'Free soon', word for word, and the start date beside it", () => {
  const html = card({ free_state: 'free_soon', free_starts_at: '2026-12-24T20:00:00.000Z' })
  expect(html).toMatch(/>Free soon<\/span><time[^>]*>Dec 24, 2026<\/time>/)
  expect(html).not.toContain('Get Free')
})

test('without files, Get is disabled and its title gives the reason', () => {
  const html = card({ files: [] })
  expect(html).toMatch(
    /<button[^>]*disabled=""[^>]*title="No downloadable files"|<button[^>]*title="No downloadable files"[^>]*disabled=""/
  )
  expect(html).not.toContain('<select')
  expect(html).toContain('No Preview')
})

test('an asset without a title is shown as Untitled Asset', () => {
  expect(card({ title: '' })).toMatch(/>Untitled Asset<\/a>/)
})
