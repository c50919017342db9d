import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Appeal } from '#submissions/appeals.contract.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { AppealItem } from './appeal-item.tsx'

const urls = (name: string) => ({ 320: `/${name}-320.webp`, 640: `/${name}-640.webp`, 1200: `/${name}-1200.webp` })
const file = (name: string) => ({
  ...{ id: name, filename: `${name}.png`, format: 'png', status: 'ready', resolution: '640 x 480', size_in_kb: 9 },
  preview_urls: urls(name)
})

const ASSET = {
  ...{ id: 'asset', title: 'Blue fox', description: 'It sleeps.', category: 'icon', origin: 'human', tags: ['fox', 'snow'], version: 'v1' },
  files: [file('first'), file('second')],
  pins: [{ file_id: 'first', x: 0.5, y: 0.5, code: 'technical', note: '' }],
  findings: [{ file_id: 'second', code: 'live_text', severity: 'warning', message: 'It has live text.' }],
  is_as_rejected: true
} as unknown as ReviewedAsset

const APPEAL: Appeal = {
  ...{ id: 'appeal', asset_id: 'asset', asset_title: 'Blue fox', asset_status: 'rejected', state: 'open', is_own_decision: false },
  ...{ message: 'It is a brush stroke.', reason: null, reason_codes: ['technical'], answer: null },
  ...{ made_at: '2026-03-01T12:00:00Z', rejected_at: '2026-03-01T11:00:00Z', ended_at: null },
  ...{ artist: { id: 'ada', name: 'Ada' }, rejected_by: null, decided_by: null }
}

function page(asset: ReviewedAsset | undefined): string {
  const element = <AppealItem appeal={APPEAL} asset={asset} duplicate={undefined} isOwnWork={false} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

const buttonsIn = (html: string) => html.match(/<button[^>]*aria-label="(Overturn|Uphold) the rejection of Blue fox"[^>]*>/g) ?? []
const disabledIn = (html: string) => buttonsIn(html).filter((button) => button.includes('disabled=""'))

test('an appeal shows every file, the words, and the findings of what it would publish', () => {
  const html = page(ASSET)
  for (const shown of [
    '/first-640.webp',
    '/second-640.webp',
    'second.png',
    'It sleeps.',
    'fox, snow',
    'Made by a person',
    'It has live text.'
  ])
    expect(html).toContain(shown)
  expect(buttonsIn(html)).toHaveLength(2)
  expect(disabledIn(html)).toEqual([])
})

test('an appeal says that an asset that changed since its rejection goes back to the review', () => {
  expect(page(ASSET)).not.toContain('goes back to the review')
  expect(page({ ...ASSET, is_as_rejected: false })).toContain('goes back to the review')
})

test('an appeal cannot be decided while its asset is not shown', () => {
  const html = page(undefined)
  expect(html).toContain('could not be loaded')
  expect(buttonsIn(html)).toHaveLength(2)
  expect(disabledIn(html)).toHaveLength(2)
})
