import { expect, test } from 'vitest'
import { movedByKey, pinsAsText, pinsIn, placed } from './pin-draft.ts'

test('arrow keys move a pin by a hundredth of the picture, and with Shift by a twentieth', () => {
  const middle = { x: 0.5, y: 0.5 }
  expect(movedByKey(middle, { key: 'ArrowLeft', shiftKey: false })).toEqual({ x: 0.49, y: 0.5 })
  expect(movedByKey(middle, { key: 'ArrowDown', shiftKey: true })).toEqual({ x: 0.5, y: 0.55 })
  expect(movedByKey(middle, { key: 'Tab', shiftKey: false })).toBeUndefined()
})

test('a pin stays on its picture', () => {
  expect(movedByKey({ x: 0.005, y: 1 }, { key: 'ArrowLeft', shiftKey: true })).toEqual({ x: 0, y: 1 })
  expect(placed({ x: 1.2, y: -0.3 })).toEqual({ x: 1, y: 0 })
})

test('pins go through a form field, without what is not a pin', () => {
  const pin = { file_id: '0198c3a2-8f10-7b9a-b6c2-41d7e05a9f63', x: 0.25, y: 1, code: 'technical', note: 'An open path.' } as const
  expect(pinsIn(pinsAsText([{ ...pin, key: 7 }]))).toEqual([pin])
  expect(pinsIn(JSON.stringify([pin, null, 3, { ...pin, code: 'ugly' }, { ...pin, x: '0' }]))).toEqual([pin])
  expect([pinsIn(''), pinsIn('{}')]).toEqual([[], []])
})
