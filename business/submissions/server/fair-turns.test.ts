import { expect, test } from 'vitest'
import { fairTurns } from './fair-turns.ts'

/** Work that lasts until it is let go, with a record of what has begun. */
function recorded(size: number) {
  const inTurn = fairTurns(size)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const bring = (owner: string, name: string) =>
    inTurn(owner, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
    })
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise(setImmediate)
  }
  return { begun, bring, end }
}

test('one artist with many files leaves a place for others', async () => {
  const { begun, bring, end } = recorded(3)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void bring('ada', name)
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2'])
  void bring('bob', 'b1')
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('whoever has least at work comes first', async () => {
  const { begun, bring, end } = recorded(2)
  for (const name of ['a1', 'a2']) void bring('ada', name)
  void bring('bob', 'b1')
  void bring('eve', 'e1')
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'e1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'e1', 'a2'])
})

test('work that fails gives its place back', async () => {
  const inTurn = fairTurns(1)
  await expect(inTurn('ada', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn('bob', async () => 'done')).toBe('done')
})
