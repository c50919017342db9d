import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Strikes } from '#claims/contract.ts'
import { StrikeNotice } from './strike-notice.tsx'

function textOf(strikes: Strikes): string {
  const router = createMemoryRouter([{ path: '*', element: <StrikeNotice strikes={strikes} /> }])
  return renderToStaticMarkup(<RouterProvider router={router} />).replace(/<[^>]*>/g, '')
}

const upheld_at = '2026-03-01T12:00:00.000Z'
const items: Strikes['items'] = [
  { claim_number: 'CL-2026-0001', asset_title: 'Heron', kind: 'copyright', upheld_at },
  { claim_number: 'CL-2026-0002', asset_title: '', kind: 'illegal', upheld_at }
]

test('an artist sees how many strikes there are, and for which works and kinds of claims', () => {
  const text = textOf({ count: 2, uploads_paused: false, items })
  expect(text).toContain('You have 2 of 3 strikes.')
  expect(text).toContain('Heron (CL-2026-0001, copyright), Untitled Asset (CL-2026-0002, illegal content).')
  expect(text).not.toContain('paused')
})

test('an artist whose uploads are paused is told so, and one without strikes sees nothing', () => {
  expect(textOf({ count: 3, uploads_paused: true, items })).toContain('Your uploads are paused. Please contact us.')
  expect(textOf({ count: 0, uploads_paused: false, items: [] })).toBe('')
})
