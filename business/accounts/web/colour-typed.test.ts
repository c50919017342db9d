import { expect, test } from 'vitest'
import { colourTyped } from './colour-typed.ts'

test.each([
  ['#00b4d8', '#00b4d8'],
  [' 00B4D8 ', '#00b4d8'],
  ['#0bD', '#00bbdd'],
  ['', undefined],
  ['#00b4d', undefined],
  ['red', undefined],
  ['#00b4d8ff', undefined]
])('%j is the colour %j', (typed, colour) => expect(colourTyped(typed)).toBe(colour))
