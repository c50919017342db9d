import { afterEach, expect, test, vi } from 'vitest'
import { runBatches } from './run-batches.ts'

const HOUR_MS = 3_600_000

afterEach(() => vi.restoreAllMocks())

/** Finds the numbers from 1 to `last` that were not worked on, two at a time. */
function numbers(last: number) {
  const done: number[] = []
  const all = Array.from({ length: last }, (_, index) => index + 1)
  return { done, find: vi.fn(async () => all.filter((number) => !done.includes(number)).slice(0, 2)) }
}

test('all that waits is worked on, batch by batch, and each batch is stored', async () => {
  const { done, find } = numbers(5)
  const stored: number[][] = []
  await runBatches({
    run_ms: 5000,
    find,
    work: async (number) => {
      done.push(number)
      return number * 10
    },
    store: async (results) => void stored.push([...results])
  })
  expect(done).toEqual([1, 2, 3, 4, 5])
  expect(stored).toEqual([[10, 20], [30, 40], [50]])
})

test('a run ends when its time is over', async () => {
  const { done, find } = numbers(5)
  await runBatches({ run_ms: 0, find, work: async (number) => void done.push(number) })
  expect(done).toEqual([])
})

test('when the process stops, the current item is done and stored, and no other one begins', async () => {
  const { done, find } = numbers(5)
  const stopping = new AbortController()
  const stored: number[][] = []
  await runBatches({
    run_ms: 5000,
    stopping: stopping.signal,
    find,
    work: async (number) => {
      done.push(number)
      if (number === 3) stopping.abort()
      return number
    },
    store: async (results) => void stored.push([...results])
  })
  expect(done).toEqual([1, 2, 3])
  expect(stored).toEqual([[1, 2], [3]])
  expect(find).toHaveBeenCalledTimes(2)
})

test('a run that pauses ends when the process stops', async () => {
  const { done, find } = numbers(2)
  const stopping = new AbortController()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const run = runBatches({
    run_ms: 10 * HOUR_MS,
    stopping: stopping.signal,
    find,
    work: async (number) => {
      now += HOUR_MS
      done.push(number)
    },
    store: async () => void setTimeout(() => stopping.abort(), 20)
  })
  await expect(run).resolves.toBeUndefined()
  expect(done).toEqual([1, 2])
})
