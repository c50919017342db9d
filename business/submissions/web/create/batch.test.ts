import { expect, test } from 'vitest'
import { type Change, change, chosenOf, type Draft, type DraftFile, isUnsaved, mayWrite, nextToSend } from './batch.ts'

const WORDS = { title: 'Fox', description: '', category: 'icon', tags: 'fox', origin: 'human' } as const

/** Adds a file with this name. */
function dropped(name: string, title = 'Fox'): Change {
  const format = name.split('.').at(-1)!
  const file: DraftFile = { key: name, file: new File(['x'], name), format, state: 'waiting', done: 0, lost: 0 }
  return { is: 'add', id: `id of ${name}`, name, words: { ...WORDS, title }, file }
}
const after = (...changes: Change[]) => changes.reduce<readonly Draft[]>(change, [])
const names = (drafts: readonly Draft[]) => drafts.map(({ files }) => files.map(({ key }) => key))

test('files with the same name and different formats form one asset, and every other file forms its own', () => {
  expect(names(after(dropped('fox.svg'), dropped('heron.svg'), dropped('fox.png')))).toEqual([['fox.svg', 'fox.png'], ['heron.svg']])
})

test('a second file with the same name and format is a separate asset', () => {
  const again = { ...dropped('fox.svg'), id: 'other' } as Change
  expect(after(dropped('fox.svg'), again)).toHaveLength(2)
})

test('a file does not join an asset that is being sent', () => {
  expect(names(after(dropped('fox.svg'), { is: 'send' }, dropped('fox.png')))).toEqual([['fox.svg'], ['fox.png']])
})

test('nothing is uploaded before the artist sends it, and nothing without a title', () => {
  const drafts = after(dropped('fox.svg'), dropped('heron.svg', ' '))
  expect(nextToSend(drafts)).toEqual([])
  expect(nextToSend(change(drafts, { is: 'send' })).map(({ file }) => file.key)).toEqual(['fox.svg'])
})

test('nothing is uploaded before its artist states the origin, which can be stated for several at once', () => {
  const open = after({ ...dropped('fox.svg'), words: { ...WORDS, origin: '' } } as Change)
  expect(nextToSend(change(open, { is: 'send' }))).toEqual([])
  const stated = change(open, { is: 'bulk', origin: 'ai_assisted', tags: [] })
  expect(stated[0]).toMatchObject({ origin: 'ai_assisted', category: 'icon' })
  expect(nextToSend(change(stated, { is: 'send' }))).toHaveLength(1)
})

test('three files are uploaded at the same time, but only one per asset', () => {
  const drafts = after(...['a.svg', 'a.png', 'b.svg', 'c.svg', 'd.svg'].map((name) => dropped(name)), { is: 'send' })
  expect(nextToSend(drafts).map(({ file }) => file.key)).toEqual(['a.svg', 'b.svg', 'c.svg'])
  const sending = ['a.svg', 'b.svg'].map((key): Change => ({ is: 'file', key, file: { state: 'sending' } }))
  expect(nextToSend(sending.reduce(change, drafts)).map(({ file }) => file.key)).toEqual(['c.svg'])
})

test('batch edits apply to ticked drafts, or to all drafts that can still change', () => {
  const drafts = after(dropped('a.svg'), dropped('b.svg'), { is: 'words', id: 'id of b.svg', words: { ticked: true } })
  const [a, b] = change(drafts, { is: 'bulk', category: 'logo', tags: ['Fox', 'red'] })
  expect([a!.category, a!.tags, b!.category, b!.tags]).toEqual(['icon', 'fox', 'logo', 'fox, red'])
  const sent = change(drafts, { is: 'file', key: 'b.svg', file: { state: 'processing', file_id: 'f' } })
  expect(chosenOf(sent).map(({ name }) => name)).toEqual(['a'])
})

test('fields are locked once a file is sent and unlocked if it is refused', () => {
  const [draft] = after(dropped('a.svg'), { is: 'file', key: 'a.svg', file: { state: 'sending' } })
  expect(mayWrite(draft!)).toBe(false)
  expect(mayWrite(change([draft!], { is: 'file', key: 'a.svg', file: { state: 'refused' } })[0]!)).toBe(true)
})

test('a draft without files disappears, and only files that are not uploaded count as unsaved', () => {
  const drafts = after(dropped('a.svg'), dropped('b.svg'), { is: 'remove', keys: ['a.svg'] })
  expect(names(drafts)).toEqual([['b.svg']])
  expect(isUnsaved(drafts)).toBe(true)
  expect(isUnsaved(change(drafts, { is: 'file', key: 'b.svg', file: { state: 'processing' } }))).toBe(false)
})
