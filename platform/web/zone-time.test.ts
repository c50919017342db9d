import { expect, test } from 'vitest'
import { momentTyped, typedMoment } from './zone-time.ts'

test.each([
  ['2026-07-01T12:00', '2026-07-01T19:00:00.000Z'],
  ['2026-12-01T12:00', '2026-12-01T20:00:00.000Z'],
  ['2026-03-08T01:59', '2026-03-08T09:59:00.000Z'],
  ['2026-03-08T03:00', '2026-03-08T10:00:00.000Z'],
  ['2026-10-31T20:00', '2026-11-01T03:00:00.000Z'],
  ['2026-11-01T01:30', '2026-11-01T08:30:00.000Z'],
  ['2026-11-01T02:30', '2026-11-01T10:30:00.000Z']
])('%s typed in California is %s, and is shown as it was typed', (typed, moment) => {
  expect(momentTyped(typed)).toBe(moment)
  expect(typedMoment(moment)).toBe(typed)
})

test('a time that daylight saving skips becomes an hour earlier', () => {
  expect(typedMoment(momentTyped('2026-03-08T02:30')!)).toBe('2026-03-08T01:30')
})

test.each(['', 'soon', '2026-13-01T00:00', '2026-11-21'])('%j is not a time', (typed) => expect(momentTyped(typed)).toBeUndefined())

test('no time leaves the field empty', () => expect(typedMoment(null)).toBe(''))
