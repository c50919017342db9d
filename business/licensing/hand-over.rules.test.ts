import { expect, test } from 'vitest'
import { isLarge, LARGE_BYTES, LARGE_LICENSES, stemOf, typedHandOver } from './hand-over.rules.ts'

test.each([
  ['Blue fox', 'Blue fox'],
  ['Blue fox: day/night?', 'Blue fox day night'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Com1 .svg', '_Com1 .svg'],
  ['LPT³', '_LPT³'],
  ['conin$', '_conin$'],
  ['Console', 'Console'],
  ['COM10', 'COM10'],
  ['..hidden', 'hidden'],
  ['Ends with dots. . .', 'Ends with dots'],
  ['a\u202Egnp.exe', 'agnp.exe'],
  ['…', '…'],
  ['???', 'Asset']
])('%j becomes the file name %j', (title, stem) => {
  expect(stemOf(title)).toBe(stem)
})

test('a long title is cut between characters, and never ends with a dot', () => {
  const stem = stemOf(`${'👩'.repeat(37)} . .👩`)
  expect(stem).toBe('👩'.repeat(37))
})

test.each([
  [LARGE_LICENSES, LARGE_BYTES, false],
  [LARGE_LICENSES + 1, 1, true],
  [2, LARGE_BYTES + 1, true]
])('%d licenses with %d bytes: large is %s', (licenses, bytes, large) => {
  expect(isLarge({ licenses, bytes })).toBe(large)
})

test('what a form sends is read; a width that is no number stays one that is refused', () => {
  expect(typedHandOver({ format: 'png', width: ' ' })).toEqual({ format: 'png', width: null })
  expect(typedHandOver({ format: 'psd', width: '640' })).toEqual({ format: 'original', width: 640 })
  expect(typedHandOver({ format: '', width: 'wide' })).toEqual({ format: 'original', width: Number.NaN })
})
