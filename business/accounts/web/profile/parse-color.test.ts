import { expect, test } from 'vitest'
import { parseColor } from './parse-color.ts'

test.each([
  ['#00b4d8', '#00b4d8'],
  [' 00B4D8 ', '#00b4d8'],
  ['#0bD', '#00bbdd'],
  ['', undefined],
  ['#00b4d', undefined],
  ['red', undefined],
  ['#00b4d8ff', undefined]
])('%j is parsed as %j', (typed, color) => expect(parseColor(typed)).toBe(color))
