import { expect, test } from 'vitest'
import { type Change, change, type Draft, type DraftFile } from './batch.ts'
import { draftsToSave, findSavedDraft, missingOf } from './saved-drafts.ts'

const WORDS = { title: 'Fox', description: '', category: 'icon', tags: 'fox', origin: 'human' } as const
const fileNamed = (name: string) => new File(['x'], name, { lastModified: 7 })

function dropped(name: string, id = `id of ${name}`): Change {
  const file: DraftFile = { key: name, file: fileNamed(name), format: name.split('.').at(-1)!, state: 'waiting', done: 0, lost: 0 }
  return { is: 'add', id, name, words: WORDS, file }
}
const arrives = (key: string): Change => ({ is: 'file', key, file: { state: 'processing', file_id: 'f' } })
const after = (...changes: Change[]) => changes.reduce<readonly Draft[]>(change, [])
const missing = (saved: ReturnType<typeof draftsToSave>) => missingOf(saved).map(({ name }) => name)

test('fields and uploaded files are saved until everything is uploaded', () => {
  const half = after(
    dropped('fox.svg'),
    dropped('fox.png'),
    { is: 'words', id: 'id of fox.svg', words: { title: 'Red fox' } },
    arrives('fox.svg')
  )
  const saved = draftsToSave([], half)
  expect(saved).toMatchObject([{ id: 'id of fox.svg', words: { title: 'Red fox' }, files: [{ arrived: true }, { arrived: false }] }])
  expect(missing(saved)).toEqual(['fox.png'])
  expect(draftsToSave([], change(half, arrives('fox.png')))).toEqual([])
})

test('a refused file is still missing', () => {
  const refused = change(after(dropped('fox.svg')), { is: 'file', key: 'fox.svg', file: { state: 'refused', error: 'No.' } })
  expect(missing(draftsToSave([], refused))).toEqual(['fox.svg'])
})

test('a file that is chosen again is recognized by name, size, and time, and keeps its asset', () => {
  const saved = draftsToSave([], after(dropped('fox.svg'), dropped('heron.svg'), arrives('heron.svg')))
  expect(findSavedDraft(saved, fileNamed('fox.svg'))?.draft.id).toBe('id of fox.svg')
  expect(findSavedDraft(saved, fileNamed('heron.svg'))?.file.arrived).toBe(true)
  expect(findSavedDraft(saved, new File(['xy'], 'fox.svg', { lastModified: 7 }))).toBeUndefined()
  expect(findSavedDraft(saved, new File(['x'], 'fox.svg', { lastModified: 8 }))).toBeUndefined()
})

test('files that are not chosen again yet stay saved', () => {
  const before = draftsToSave([], after(dropped('fox.svg'), dropped('fox.png'), dropped('heron.svg')))
  const saved = draftsToSave(before, after(dropped('fox.png', 'id of fox.svg')))
  expect(saved.map(({ id, files }) => [id, files.map(({ name }) => name)])).toEqual([
    ['id of fox.svg', ['fox.png', 'fox.svg']],
    ['id of heron.svg', ['heron.svg']]
  ])
})

test('a second file of a saved draft joins it, even if the first is being sent', () => {
  const drafts = after(dropped('fox.svg', 'saved'), { is: 'send' }, dropped('fox.png', 'saved'))
  expect(drafts.map(({ id, files }) => [id, files.length])).toEqual([['saved', 2]])
})
