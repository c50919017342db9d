import { expect, test } from 'vitest'
import { gridOf } from './grid-of.ts'

test.each([
  ['an icon has a line at each unit', { width: 24, height: 24 }, { columns: 24, rows: 24 }],
  ['a wide icon too', { width: 64, height: 32 }, { columns: 64, rows: 32 }],
  ['a photo has squares', { width: 2400, height: 1600 }, { columns: 24, rows: 16 }],
  ['a very narrow picture has one column', { width: 10, height: 2000 }, { columns: 1, rows: 24 }]
])('%s', (_, size, grid) => expect(gridOf(size)).toEqual(grid))
