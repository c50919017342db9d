import { expect, test } from 'vitest'
import { CLAIM_STATE_LABELS, CLAIM_STATES } from '../rules.ts'
import { stepsOf } from './claim-steps.tsx'

const received_at = '2026-03-02T10:00:00Z'
const decided_at = '2026-03-05T10:00:00Z'
const course = { received_at, decided_at: null, restores_on: null }
const names = (given: Parameters<typeof stepsOf>[0]) => stepsOf(given).map(({ name, isDone }) => `${name}${isDone ? '' : '?'}`)

test.each([
  [{ ...course, state: 'received' as const }, ['Report received', 'Decision?']],
  [{ ...course, state: 'needs_info' as const }, ['Report received', 'We asked the claimant?', 'Decision?']],
  [{ ...course, state: 'rejected' as const, decided_at }, ['Report received', 'Report rejected']],
  [{ ...course, state: 'upheld' as const, decided_at }, ['Report received', 'Taken off sale', 'The artist may answer?']],
  [
    { ...course, state: 'countered' as const, decided_at, restores_on: '2026-03-20' },
    ['Report received', 'Taken off sale', 'The artist answered', 'Back on sale?']
  ],
  [
    { ...course, state: 'countered' as const, decided_at, suit_at: decided_at },
    ['Report received', 'Taken off sale', 'The artist answered', 'A suit was filed']
  ],
  [{ ...course, state: 'restored' as const, decided_at }, ['Report received', 'Taken off sale', 'The claim is over']]
])('the course of %o', (given, steps) => expect(names(given)).toEqual(steps))

test('the artist may answer for 30 days, and the last one is a day of California, as in the mail', () => {
  const last = (at: string) => stepsOf({ ...course, state: 'upheld', decided_at: at }).at(-1)
  expect(last(decided_at)).toMatchObject({ note: 'until Apr 4, 2026' })
  // There, it is still March 5.
  expect(last('2026-03-06T02:00:00Z')).toMatchObject({ note: 'until Apr 4, 2026' })
})

test('a withdrawal, a counter-notice, and a restoration have their dates', () => {
  const [countered_at, ended_at] = ['2026-03-09T10:00:00Z', '2026-03-23T10:00:00Z']
  expect(stepsOf({ ...course, state: 'withdrawn', ended_at }).at(-1)).toMatchObject({ at: ended_at })
  const restored = stepsOf({ ...course, state: 'restored', decided_at, countered_at, ended_at })
  expect(restored.slice(2)).toMatchObject([{ at: countered_at }, { at: ended_at }])
})

test('no step is named like a state, which stands beside the steps', () => {
  const all = CLAIM_STATES.flatMap((state) => stepsOf({ ...course, state, decided_at }).map(({ name }) => name))
  expect(all.filter((name) => Object.values<string>(CLAIM_STATE_LABELS).includes(name))).toEqual([])
})
