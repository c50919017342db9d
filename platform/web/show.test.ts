import { expect, test } from 'vitest'
import { showBytes, showDay, showDollars, showMoment } from './show.ts'

test.each([
  [0, '$0.00'],
  [1900, '$19.00'],
  [123456789, '$1,234,567.89'],
  [-250, '-$2.50']
])('%d cents are shown as %s', (cents, text) => expect(showDollars(cents)).toBe(text))

test('a day stays the same day in every time zone', () => expect(showDay('2026-11-01')).toBe('Nov 1, 2026'))

test('an instant is shown as its day in the business zone', () => expect(showDay('2026-11-01T03:00:00Z')).toBe('Oct 31, 2026'))

test('an instant can be shown with its time', () =>
  expect(showMoment('2026-11-01T18:05:00Z').replace(/\s/g, ' ')).toBe('Nov 1, 2026, 10:05 AM'))

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1500, '1.5 kB'],
  [48_200, '48 kB'],
  [20_000_000, '20 MB']
])('%d bytes are shown as %s', (bytes, text) => expect(showBytes(bytes)).toBe(text))
