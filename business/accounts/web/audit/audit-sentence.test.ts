import { expect, test } from 'vitest'
import { actionLabel, brief, changesOf, detailRows, sentenceOf, showDetail } from './audit-sentence.ts'

const ada = { id: 'a', name: 'Ada Admin', email: 'ada@example.com' }
const carl = { kind: 'user', id: 'c', label: 'Carl Client' }
const fox = { kind: 'asset', id: 'f', label: 'Red fox' }
const said = (entry: object) => {
  const { actor, verb, subject, rest } = sentenceOf({
    id: 1,
    occurred_at: '',
    actor: ada,
    subject: carl,
    action: '',
    area: 'people',
    details: {},
    before: {},
    after: {},
    seal: null,
    ...entry
  })
  return [actor, verb, subject, rest].filter(Boolean).join(' ')
}

test.each([
  [
    { action: 'user.role_changed', details: { from: 'client', to: 'employee' } },
    'Ada Admin changed the role of Carl Client from client to employee'
  ],
  [{ action: 'user.sessions_ended' }, 'Ada Admin signed out Carl Client everywhere'],
  [{ action: 'user.sessions_ended', subject: { ...carl, id: 'a' } }, 'Ada Admin ended all other sessions'],
  [{ action: 'user.signed_in', subject: { ...carl, id: 'a' } }, 'Ada Admin signed in'],
  [{ action: 'user.reset_requested', actor: null }, 'Carl Client requested a password reset link'],
  [{ action: 'asset.approved', subject: fox }, 'Ada Admin approved the asset Red fox'],
  [{ action: 'wage_rule.set', subject: { ...fox, kind: 'wage_rule', label: null } }, 'Ada Admin set wage rule wage rule f'],
  [
    {
      action: 'report.exported',
      subject: { kind: 'report', id: 'wages', label: null },
      details: { start: '2026-03-01', end: '2026-04-01' }
    },
    'Ada Admin exported the report wages from 2026-03-01 to 2026-04-01 as CSV'
  ],
  [{ action: 'user.something_new' }, 'Ada Admin something new Carl Client'],
  [{ action: 'user.something_new', actor: null }, 'Someone something new Carl Client']
])('%o reads as a sentence', (entry, sentence) => expect(said(entry)).toBe(sentence))

test('an action is shown with a readable label', () => expect(actionLabel('user.role_changed')).toBe('User: role changed'))

test.each([
  [null, '–'],
  [[], '–'],
  [['quality', 'size'], 'quality, size'],
  [400, '400'],
  [{ a: 1 }, '{"a":1}']
])('detail %o is shown as %s', (value, shown) => expect(showDetail(value)).toBe(shown))

test('changed values are shown before and after, and cents as dollars', () => {
  const before = { wage_cents: 400, is_free: false, notes: 'Old' }
  expect(detailRows({ details: { title: 'Red fox', amount_cents: 250 }, before, after: { wage_cents: 500, is_free: true } })).toEqual([
    ['title', 'Red fox'],
    ['amount', '$2.50'],
    ['wage', '$4.00 → $5.00'],
    ['is free', 'false → true'],
    ['notes', 'Old → –']
  ])
})

test('what an entry changed has its values before and after', () =>
  expect(changesOf({ before: { wage_cents: 400 }, after: { wage_cents: 500, notes: 'New' } })).toEqual([
    { name: 'wage', before: '$4.00', after: '$5.00' },
    { name: 'notes', before: '–', after: 'New' }
  ]))

const id = '0f0e0d0c-0b0a-4009-8008-070605040302'
test.each([
  ['Old', 'Old'],
  [id, '1 entry'],
  [`${id}, ${id}, ${id}`, '3 entries'],
  ['a'.repeat(61), `${'a'.repeat(60)}…`]
])('%s is %s in a line', (value, line) => expect(brief(value)).toBe(line))
