import { expect, test } from 'vitest'
import type { Timeline } from '../../contract.ts'
import { addEarlier, addNewest } from './timeline.ts'

const timeline = (positions: number[], more: boolean): Timeline => ({
  items: positions.map((position) => ({
    id: String(position),
    position,
    kind: 'edited',
    status: 'submitted',
    actor_name: 'Ann',
    employee_name: null,
    happened_at: '2026-03-01T12:00:00.000Z'
  })),
  more
})

test('events that were loaded earlier stay when the page loads the newest ones again', () => {
  expect(addNewest(timeline([1, 2, 5, 6], false), timeline([5, 6, 8], true))).toEqual(timeline([1, 2, 5, 6, 8], false))
  expect(addNewest(timeline([5, 6], true), timeline([5, 6, 8], true))).toEqual(timeline([5, 6, 8], true))
})

test('a timeline never has a gap', () => {
  expect(addNewest(timeline([1, 2], false), timeline([8, 9], true))).toEqual(timeline([8, 9], true))
  expect(addEarlier(timeline([8, 9], true), { ...timeline([1, 2], false), before: 5 })).toEqual(timeline([8, 9], true))
})

test('earlier events come first, and tell whether there are more', () => {
  expect(addEarlier(timeline([5, 6], true), { ...timeline([2, 3], true), before: 5 })).toEqual(timeline([2, 3, 5, 6], true))
  expect(addEarlier(timeline([2, 3], true), { ...timeline([1], false), before: 2 })).toEqual(timeline([1, 2, 3], false))
})
