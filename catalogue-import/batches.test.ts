import { expect, test } from 'vitest'
import { batches, inParallel } from './batches.ts'
import { progressOn } from './progress.ts'

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 1; number <= count; number++) yield number
}

test('every item is in one batch, and the last batch has the rest', async () => {
  const sizes: number[] = []
  const seen: number[] = []
  for await (const batch of batches(numbers(10), 4)) {
    sizes.push(batch.length)
    seen.push(...batch)
  }
  expect(sizes).toEqual([4, 4, 2])
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('workers share one source, handle each item once, and stay within the given number', async () => {
  const seen: number[] = []
  let busy = 0
  let most = 0
  await inParallel(numbers(50), 3, async (number) => {
    most = Math.max(most, ++busy)
    await new Promise((resume) => setTimeout(resume, number % 3))
    busy -= 1
    seen.push(number)
  })
  expect(seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  expect(most).toBe(3)
})

test('the first failure stops the others and is reported', async () => {
  const seen: number[] = []
  const run = inParallel(numbers(1000), 2, async (number) => {
    await new Promise((resume) => setTimeout(resume, 1))
    if (number === 5) throw new Error('disk full')
    seen.push(number)
  })
  await expect(run).rejects.toThrow('disk full')
  expect(seen.length).toBeLessThan(10)
})

function screen(isTTY: boolean) {
  let text = ''
  return { isTTY, write: (more: string) => (text += more), read: () => text }
}

test('without a terminal, progress is a plain line at most every five seconds', () => {
  const paper = screen(false)
  let now = 0
  const progress = progressOn(paper, 2000, () => now)
  for (let second = 1; second <= 12; second++) {
    now = second * 1000
    progress.at(second * 100)
  }
  progress.end()
  expect(paper.read().split('\n')).toEqual([
    '5 %  100 of 2,000, 100/s, 19 s left',
    '30 %  600 of 2,000, 100/s, 14 s left',
    '55 %  1,100 of 2,000, 100/s, 9 s left',
    '60 %  1,200 of 2,000, 100/s, 8 s left',
    ''
  ])
})

test('on a terminal, progress is one line that redraws itself', () => {
  const terminal = screen(true)
  let now = 0
  const progress = progressOn(terminal, 100, () => now)
  now = 1000
  progress.at(50)
  now = 2000
  progress.at(100)
  progress.end()
  expect(terminal.read().match(/\n/g)).toHaveLength(1)
  expect(terminal.read()).toContain(`[${'█'.repeat(12)}${'░'.repeat(12)}] 50 %`)
  expect(terminal.read()).toMatch(/100 % {2}100 of 100, 50\/s\n$/)
})
