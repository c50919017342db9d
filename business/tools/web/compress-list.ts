import { baseNameOf, COMPRESS_TARGETS, type CompressTarget, type PictureSize } from '../compress.rules.ts'
import type { PictureHead } from './picture-head.ts'

export type MadeFile = CompressTarget & { height: number; blob: Blob }

export interface Picture {
  id: number
  file: File
  head: PictureHead
  /** What its files' names begin with; no other picture's do. */
  base: string
  /** As it is shown, once known. */
  size: PictureSize | undefined
  state: 'waiting' | 'working' | 'done' | 'stopped' | 'failed'
  error?: string
  /** Of its WebP files, 0 to 1. */
  quality: number
  made: readonly MadeFile[]
  /** Some of its files are on the person's disk. */
  saved: boolean
  /** Counts in the progress that is shown. */
  awaited: boolean
}

export type Change =
  | { kind: 'added'; picture: Pick<Picture, 'id' | 'file' | 'head' | 'state' | 'error' | 'quality'> }
  | { kind: 'wanted'; id: number; quality: number }
  | { kind: 'decoded'; id: number; size: PictureSize }
  | { kind: 'made'; id: number; file: MadeFile }
  | { kind: 'done' | 'stopped'; id: number }
  | { kind: 'failed'; id: number; error: string }
  | { kind: 'saved'; ids: readonly number[] }
  | { kind: 'removed'; ids: readonly number[] }

export function changed(pictures: readonly Picture[], change: Change): readonly Picture[] {
  if (change.kind === 'added') {
    const { picture } = change
    const taken = pictures.map(({ base }) => base)
    const base = baseNameOf(picture.file.name, taken)
    return [...awaiting(pictures), { ...picture, base, size: undefined, made: [], saved: false, awaited: true }]
  }
  if (change.kind === 'removed') return pictures.filter(({ id }) => !change.ids.includes(id))
  if (change.kind === 'saved') return pictures.map((one) => (change.ids.includes(one.id) ? { ...one, saved: true } : one))
  const before = change.kind === 'wanted' ? awaiting(pictures) : pictures
  return before.map((one) => (one.id === change.id ? moved(one, change) : one))
}

/** Progress begins anew when nothing is left to do. */
const awaiting = (pictures: readonly Picture[]) => (pictures.some(isBusy) ? pictures : pictures.map((one) => ({ ...one, awaited: false })))

function moved(picture: Picture, change: Exclude<Change, { kind: 'added' | 'removed' | 'saved' }>): Picture {
  switch (change.kind) {
    case 'wanted':
      return { ...picture, state: 'waiting', quality: change.quality, made: keptAt(picture, change.quality), awaited: true }
    case 'decoded':
      return { ...picture, state: 'working', size: change.size }
    case 'made':
      return { ...picture, state: 'working', made: inOrder([...picture.made, change.file]), saved: false }
    case 'done':
    case 'stopped':
      return { ...picture, state: change.kind }
    case 'failed':
      return { ...picture, state: 'failed', error: change.error }
  }
}

const same = (one: CompressTarget) => (other: CompressTarget) => one.width === other.width && one.type === other.type
const inOrder = (files: readonly MadeFile[]) => files.toSorted((one, other) => placeOf(one) - placeOf(other))
const placeOf = (target: CompressTarget) => COMPRESS_TARGETS.findIndex(same(target))

/** What need not be made again: quality is WebP's alone. */
const keptAt = (picture: Picture, quality: number) => picture.made.filter(({ type }) => type === 'png' || picture.quality === quality)

export function missingAt(picture: Picture, quality: number): CompressTarget[] {
  const kept = keptAt(picture, quality)
  return COMPRESS_TARGETS.filter((target) => !kept.some(same(target)))
}

export const isBusy = ({ state }: Picture): boolean => state === 'waiting' || state === 'working'

/** Decoding, then each file. */
const STEPS = 1 + COMPRESS_TARGETS.length

/** 0 to 1 over all pictures that are waited for; one that failed or was stopped is no more to do. */
export function doneOf(pictures: readonly Picture[]): number {
  const awaited = pictures.filter((picture) => picture.awaited)
  const done = awaited.reduce((sum, picture) => sum + (isBusy(picture) ? picture.made.length + (picture.size ? 1 : 0) : STEPS), 0)
  return done / Math.max(1, awaited.length * STEPS)
}

/** Files that would be lost with the page. */
export const isUnsaved = (pictures: readonly Picture[]): boolean =>
  pictures.some((picture) => isBusy(picture) || (picture.made.length > 0 && !picture.saved))
