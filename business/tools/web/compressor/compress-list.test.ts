import { expect, test } from 'vitest'
import { COMPRESS_TARGETS, type CompressTarget } from '../../compress.rules.ts'
import { type Change, changed, doneOf, isUnsaved, missingAt, type Picture, progressOf } from './compress-list.ts'

const added = (id: number, name = 'photo.jpg'): Change => ({
  kind: 'added',
  picture: { id, file: new File(['x'], name), head: { format: 'jpeg', size: undefined, animated: false }, state: 'waiting', quality: 0.75 }
})
const made = (id: number, target: CompressTarget): Change => ({ kind: 'made', id, file: { ...target, height: 9, blob: new Blob(['x']) } })
const allMade = (id: number): Change[] => [...COMPRESS_TARGETS.map((target) => made(id, target)), { kind: 'done', id }]
const after = (...changes: Change[]) => changes.reduce(changed, [] as readonly Picture[])

test('images with the same name get unique names', () =>
  expect(after(added(1), added(2, 'photo.png')).map(({ base }) => base)).toEqual(['photo', 'photo-2']))

test('files keep a fixed order, regardless of the order in which they are created', () => {
  const [picture] = after(added(1), ...COMPRESS_TARGETS.toReversed().map((target) => made(1, target)))
  expect(picture?.made.map(({ width, type }) => ({ width, type }))).toEqual(COMPRESS_TARGETS)
})

test('progress counts steps and restarts with the next images', () => {
  const first = after(added(1), { kind: 'decoded', id: 1, size: { width: 9, height: 9 } }, made(1, COMPRESS_TARGETS[0]!), added(2))
  expect(doneOf(first)).toBeCloseTo(2 / 14)
  const idle = [...allMade(1), ...allMade(2)].reduce(changed, after(added(1), added(2)))
  expect(doneOf(idle)).toBe(1)
  expect(doneOf(changed(idle, added(3)))).toBe(0)
})

test('each image has its own progress', () => {
  const [first, second] = after(
    added(1),
    added(2),
    { kind: 'decoded', id: 1, size: { width: 9, height: 9 } },
    made(1, COMPRESS_TARGETS[0]!)
  )
  expect([progressOf(first!), progressOf(second!)]).toEqual([2 / 7, 0])
  expect(after(added(1), ...allMade(1)).map(progressOf)).toEqual([1])
})

test('a change of quality keeps the PNG files', () => {
  const again = changed(after(added(1), ...allMade(1)), { kind: 'wanted', id: 1, quality: 0.5 })
  expect(again[0]?.made.map(({ type }) => type)).toEqual(['png', 'png', 'png'])
  expect(missingAt(again[0]!, 0.5).map(({ type }) => type)).toEqual(['webp', 'webp', 'webp'])
})

test('a canceled image keeps its files, and only the missing ones are created', () => {
  const [stopped] = after(added(1), made(1, COMPRESS_TARGETS[5]!), { kind: 'stopped', id: 1 })
  expect(stopped).toMatchObject({ state: 'stopped', made: [{ width: 400, type: 'webp' }] })
  expect(missingAt(stopped!, 0.75)).toEqual(COMPRESS_TARGETS.slice(0, 5))
})

test('files are unsaved until they are downloaded', () => {
  const done = after(added(1), ...allMade(1))
  expect(isUnsaved([])).toBe(false)
  expect(isUnsaved(after(added(1)))).toBe(true)
  expect(isUnsaved(done)).toBe(true)
  expect(isUnsaved(changed(done, { kind: 'saved', ids: [1] }))).toBe(false)
  expect(isUnsaved(after(added(1), { kind: 'failed', id: 1, error: 'no' }))).toBe(false)
})
