import { expect, test } from 'vitest'
import type { CollectionItem } from '../../contract.ts'
import { arranged } from './arranged.ts'

/** A work that is not available now is at position 1. */
const ITEMS = [
  { asset_id: 'a', position: 0 },
  { asset_id: 'b', position: 2 },
  { asset_id: 'c', position: 3 }
] as CollectionItem[]

test.each([
  [null, 'abc'],
  ['move:c:0', 'cab'],
  ['move:a:3', 'bca'],
  ['move:b:1', 'abc'],
  ['remove:b', 'ac'],
  ['remove:x', 'abc'],
  ['', 'abc']
])('the step %j shows %s', (step, shown) =>
  expect(
    arranged(ITEMS, step)
      .map(({ asset_id }) => asset_id)
      .join('')
  ).toBe(shown)
)
