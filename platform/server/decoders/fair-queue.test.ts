import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Tasks that run until `end` is called for them, with a record of the ones that have started. */
function recorded(size: number) {
  const run = createFairQueue(size)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (owner: string, name: string, comes_first = false) =>
    run(
      owner,
      async () => {
        started.push(name)
        await new Promise<void>((end) => ends.set(name, end))
      },
      { comes_first }
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { started, add, end }
}

test('one owner with many tasks leaves a slot for others', async () => {
  const { started, add, end } = recorded(3)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('ada', name)
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'a2'])
  void add('bob', 'b1')
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('the owner with the fewest running tasks goes first', async () => {
  const { started, add, end } = recorded(2)
  for (const name of ['a1', 'a2']) void add('ada', name)
  void add('bob', 'b1')
  void add('eve', 'e1')
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'e1'])
  await end('a1')
  expect(started).toEqual(['a1', 'b1', 'e1', 'a2'])
})

test('a task that fails frees its slot', async () => {
  const run = createFairQueue(1)
  await expect(run('ada', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await run('bob', async () => 'done')).toBe('done')
})

test('a newcomer does not wait for the long line of another owner', async () => {
  const { started, add, end } = recorded(1)
  for (const name of ['a1', 'a2', 'a3']) void add('ada', name)
  void add('bob', 'b1')
  await new Promise(setImmediate)
  await end('a1')
  expect(started).toEqual(['a1', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'a2'])
})

test('tasks that come first do so among equal owners, and never before an owner who had fewer tasks', async () => {
  const { started, add, end } = recorded(1)
  for (const name of ['a1', 'a2']) void add('ada', name)
  void add('ada', 'a3', true)
  void add('bob', 'b1')
  void add('eve', 'e1', true)
  await new Promise(setImmediate)
  for (const name of ['a1', 'e1', 'b1', 'a3', 'a2']) await end(name)
  expect(started).toEqual(['a1', 'e1', 'b1', 'a3', 'a2'])
})
