import { expect, test } from 'vitest'
import { AUDIT_AREAS, areaOf, changeIn, prefixesOf } from './audit.rules.ts'
import { AUDIT_ACTIONS } from './web/audit/audit-sentence.ts'

test.each([
  ['asset.approved', 'review'],
  ['asset.edited', 'catalogue'],
  ['claim.upheld', 'support'],
  ['user.uploads_resumed', 'support'],
  ['wage_rule.changed', 'finance'],
  ['user.grants_changed', 'people'],
  ['something.new', 'people']
])('%s belongs to %s', (action, area) => expect(areaOf(action)).toBe(area))

/** What the query asks of entries without an area. */
const isFound = (action: string, area: (typeof AUDIT_AREAS)[number]): boolean => {
  const [own, others] = prefixesOf(area)
  const begins = (prefixes: readonly string[]) => prefixes.some((prefix) => action.startsWith(prefix))
  return (own === null || begins(own)) && !begins(others)
}

test.each(AUDIT_ACTIONS)('%s without an area is found in one area, the one that it belongs to', (action) =>
  expect(AUDIT_AREAS.filter((area) => isFound(action, area))).toEqual([areaOf(action)])
)

test('a change is read from before and after, from two values, or from the action', () => {
  expect(changeIn('wage_rule.added', { before: {}, after: { wage_cents: 400 } })).toEqual({ before: {}, after: { wage_cents: 400 } })
  expect(changeIn('user.role_changed', { from: 'client', to: 'admin' })).toEqual({ before: { role: 'client' }, after: { role: 'admin' } })
  expect(changeIn('asset.withheld', {})).toEqual({ before: { is_withheld: false }, after: { is_withheld: true } })
  expect(changeIn('user.signed_in', { ip: '192.0.2.1' })).toEqual({ before: {}, after: {} })
})
