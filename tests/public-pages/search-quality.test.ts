import { beforeAll, expect, test } from 'vitest'
import { judgeAll, loadDemo } from '../../bench/search/judge.ts'
import { JUDGED, KINDS } from '../../bench/search/judged.ts'
import { type Measured, mean } from '../../bench/search/measure.ts'
import { freshWorld } from '../support/world.ts'

let measured: Measured[]
beforeAll(async () => {
  const world = await freshWorld()
  const { id } = await world.person('employee')
  measured = await judgeAll(world.ctx(), await loadDemo(world.db, world.files, id))
  return () => world.end()
}, 60_000)

test('at least 150 queries of every kind are judged', () => {
  expect(JUDGED.length).toBeGreaterThanOrEqual(150)
  expect(new Set(JUDGED.map(({ kind }) => kind)).size).toBe(KINDS.length)
})

test('the first page has the intended results in a good order, with few others', () => {
  expect(mean(measured.map(({ recall }) => recall))).toBeGreaterThan(0.96)
  expect(mean(measured.map(({ ndcg }) => ndcg))).toBeGreaterThan(0.95)
  expect(measured.filter(({ wrong }) => wrong.length > 0).length).toBeLessThanOrEqual(2)
})

test.each(KINDS)('queries of this kind reach the minimum quality: %s', (kind) => {
  const of = measured.filter(({ judged }) => judged.kind === kind)
  expect(mean(of.map(({ recall }) => recall))).toBeGreaterThan(0.93)
  expect(mean(of.map(({ ndcg }) => ndcg))).toBeGreaterThan(0.91)
})
