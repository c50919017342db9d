import { expect, test } from 'vitest'
import { type Change, change, type Draft, type DraftFile } from './batch.ts'
import { findKept, keep, missingOf } from './kept-drafts.ts'

const WORDS = { title: 'Fox', description: '', category: 'icon', tags: 'fox' } as const
const fileNamed = (name: string) => new File(['x'], name, { lastModified: 7 })

function dropped(name: string, id = `id of ${name}`): Change {
  const file: DraftFile = { key: name, file: fileNamed(name), format: name.split('.').at(-1)!, state: 'waiting', done: 0, lost: 0 }
  return { is: 'add', id, name, words: WORDS, file }
}
const arrives = (key: string): Change => ({ is: 'file', key, file: { state: 'processing', file_id: 'f' } })
const after = (...changes: Change[]) => changes.reduce<readonly Draft[]>(change, [])
const missing = (kept: ReturnType<typeof keep>) => missingOf(kept).map(({ name }) => name)

test('words, and what has arrived, are kept until everything has', () => {
  const half = after(
    dropped('fox.svg'),
    dropped('fox.png'),
    { is: 'words', id: 'id of fox.svg', words: { title: 'Red fox' } },
    arrives('fox.svg')
  )
  const kept = keep([], half)
  expect(kept).toMatchObject([{ id: 'id of fox.svg', words: { title: 'Red fox' }, files: [{ arrived: true }, { arrived: false }] }])
  expect(missing(kept)).toEqual(['fox.png'])
  expect(keep([], change(half, arrives('fox.png')))).toEqual([])
})

test('a file that was refused is still missing', () => {
  const refused = change(after(dropped('fox.svg')), { is: 'file', key: 'fox.svg', file: { state: 'refused', error: 'No.' } })
  expect(missing(keep([], refused))).toEqual(['fox.svg'])
})

test('chosen again, a file is known by name, size and time, and its asset is the same', () => {
  const kept = keep([], after(dropped('fox.svg'), dropped('heron.svg'), arrives('heron.svg')))
  expect(findKept(kept, fileNamed('fox.svg'))?.draft.id).toBe('id of fox.svg')
  expect(findKept(kept, fileNamed('heron.svg'))?.file.arrived).toBe(true)
  expect(findKept(kept, new File(['xy'], 'fox.svg', { lastModified: 7 }))).toBeUndefined()
  expect(findKept(kept, new File(['x'], 'fox.svg', { lastModified: 8 }))).toBeUndefined()
})

test('what was not chosen again yet stays kept beside what was', () => {
  const before = keep([], after(dropped('fox.svg'), dropped('fox.png'), dropped('heron.svg')))
  const kept = keep(before, after(dropped('fox.png', 'id of fox.svg')))
  expect(kept.map(({ id, files }) => [id, files.map(({ name }) => name)])).toEqual([
    ['id of fox.svg', ['fox.png', 'fox.svg']],
    ['id of heron.svg', ['heron.svg']]
  ])
})

test('a second file of an asset from before a reload joins it, also when the first is on its way', () => {
  const drafts = after(dropped('fox.svg', 'kept'), { is: 'send' }, dropped('fox.png', 'kept'))
  expect(drafts.map(({ id, files }) => [id, files.length])).toEqual([['kept', 2]])
})
