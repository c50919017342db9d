import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { toCents } from '#platform/contract/index.ts'
import type { RulePeriod } from '../contract.ts'
import { TEXTS } from '../rules.ts'
import { WageRuleHistory } from './wage-rule-history.tsx'

const period: RulePeriod = {
  version: 2,
  is_deleted: false,
  wage: 4.5,
  wage_cents: toCents(450),
  license_price: 19.99,
  license_price_cents: toCents(1999),
  notes: 'Clean paths',
  from: '2026-03-02T12:00:00.000Z',
  until: null,
  changed_by: 'Ada King'
}

function render(items: Parameters<typeof WageRuleHistory>[0]['items']): string {
  const router = createMemoryRouter([{ path: '*', element: <WageRuleHistory category="icon" items={items} /> }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('the history shows wages, prices, dates and who changed them', () => {
  const deleted: RulePeriod = { ...period, version: 1, is_deleted: true, until: period.from, changed_by: null }
  const html = render([period, deleted])
  for (const text of ['History of icon', '$4.50', '$19.99', 'Clean paths', 'Ada King', 'now', 'No rule', 'Not for sale', 'Unknown'])
    expect(html).toContain(text)
  expect(html.match(/2026-03-02T12:00:00.000Z/g)).toHaveLength(3)
})

test('loading, failed and empty histories say so', () => {
  expect(render(null)).toContain('role="status"')
  expect(render(undefined)).toContain(TEXTS.history_failed)
  expect(render([])).toContain('No history yet.')
})
