import { expect, test } from 'vitest'
import { type ColorStep, withStep } from './color-steps.ts'

const to = (color: string, gesture?: symbol): ColorStep => ({ changes: new Map([['#000000', color]]), gesture })
const START: ColorStep = { changes: new Map() }
const colors = (steps: readonly ColorStep[]) => steps.map(({ changes }) => changes.get('#000000') ?? 'own')
const after = (...steps: ColorStep[]) => colors(steps.reduce<readonly ColorStep[]>(withStep, [START]))

test('a gesture is one step, and keeps the step before it', () => {
  const [one, other] = [Symbol(), Symbol()]
  expect(after(to('#111111'), to('#222222', one), to('#333333', one), to('#444444', other))).toEqual([
    'own',
    '#111111',
    '#333333',
    '#444444'
  ])
})

test('a gesture that begins without a difference keeps the step before it', () => {
  const gesture = Symbol()
  expect(after(to('#111111'), to('#111111', gesture), to('#222222', gesture))).toEqual(['own', '#111111', '#222222'])
})

test('a gesture that ends where it began leaves nothing to undo', () => {
  const gesture = Symbol()
  expect(after(to('#111111', gesture), { changes: new Map(), gesture })).toEqual(['own'])
})

test('the last 100 steps can be undone', () => {
  const many = Array.from({ length: 150 }, (_, nth) => to(`#000${100 + nth}`))
  expect(after(...many)).toHaveLength(100)
  expect(after(...many).at(-1)).toBe('#000249')
})
