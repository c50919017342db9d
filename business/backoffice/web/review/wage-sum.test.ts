import { expect, test } from 'vitest'
import { wageSum } from './wage-sum.ts'

test('wages are summed by category to the cent, and a category without a rule has no wage', () => {
  const assets = [{ category: 'icon' }, { category: 'vector' }, { category: 'icon' }, { category: 'logo' }]
  expect(wageSum(assets, { icon: 4.1, vector: 0.2 })).toEqual({
    lines: [
      { category: 'Icon', count: 2, wage: '$8.20' },
      { category: 'Vector', count: 1, wage: '$0.20' },
      { category: 'Logo', count: 1, wage: '$0.00' }
    ],
    sum: '$8.40'
  })
})

test('no assets cost nothing', () => expect(wageSum([], { icon: 4 })).toEqual({ lines: [], sum: '$0.00' }))
