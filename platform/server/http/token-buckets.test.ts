import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

function bucketsAt(start = 0) {
  let ms = start
  const buckets = createTokenBuckets({ burst: 3, per_second: 0.5 }, () => ms)
  const wait = (seconds: number) => {
    ms += seconds * 1000
  }
  return { take: buckets.take, wait }
}

test('a key may spend its burst at once, and then as much as it gets back', () => {
  const { take, wait } = bucketsAt()
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 2])
  wait(1)
  expect(take('a')).toBe(1)
  wait(1)
  expect([take('a'), take('a')]).toEqual([0, 2])
})

test('a bucket never holds more than its burst', () => {
  const { take, wait } = bucketsAt()
  wait(3600)
  expect([take('a', 3), take('a')]).toEqual([0, 2])
})

test('keys have buckets of their own', () => {
  const { take } = bucketsAt()
  expect([take('a', 3), take('b', 3), take('a'), take('b')]).toEqual([0, 0, 2, 2])
})

test('a call that is refused costs nothing', () => {
  const { take, wait } = bucketsAt()
  take('a', 3)
  for (let calls = 0; calls < 100; calls += 1) take('a')
  wait(2)
  expect(take('a')).toBe(0)
})
