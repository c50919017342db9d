import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { HandOverState, PreparedHandOver } from '../../hand-over.contract.ts'
import { HandOverForm } from './hand-over-form.tsx'

const ID = '0198c3a2-9b77-7a20-8c11-0e5d3f2a6b90'
const prepared: PreparedHandOver = {
  id: '0198c3a2-9b77-7a20-8c11-0e5d3f2a6b91',
  name: 'Launch',
  source: 'collection',
  source_id: ID,
  state: 'preparing',
  format: 'png',
  width: 640,
  license_count: 300,
  done_count: 40,
  bytes: null,
  asked_at: '2026-03-01T12:00:00.000Z',
  ends_at: null
}

const show = (hand_over: Partial<HandOverState>) => {
  const element = (
    <HandOverForm source="collection" id={ID} hand_over={{ license_count: 3, is_large: false, prepared: null, ...hand_over }} />
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

test('a small ZIP is downloaded by its address, also without JavaScript', () => {
  const html = show({})
  expect(html).toContain(`action="/api/collections/${ID}/hand-over"`)
  expect(html).toContain('Download ZIP')
  expect(html).not.toContain('Prepare ZIP')
})

test('a large ZIP is prepared by the page’s action', () => {
  const html = show({ is_large: true })
  expect(html).toContain('name="intent" value="prepare"')
  expect(html).toContain('Prepare ZIP')
  expect(html).not.toContain('/hand-over"')
})

test.each([
  ['preparing', 'See how far it is'],
  ['ready', 'Go to the download']
] as const)('one that is %s leads to its page: %j', (state, words) => {
  const html = show({ is_large: true, prepared: { ...prepared, state } })
  expect(html).toContain(`href="/hand-overs/${prepared.id}"`)
  expect(html).toContain(words)
})

test.each([
  ['failed', true],
  ['ended', false]
] as const)('one that has %s is not linked', (state, isNamed) => {
  const html = show({ is_large: true, prepared: { ...prepared, state } })
  expect(html).not.toContain(prepared.id)
  expect(html.includes('could not be prepared')).toBe(isNamed)
})
