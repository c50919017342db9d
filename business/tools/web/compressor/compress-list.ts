import { baseNameOf, COMPRESS_TARGETS, type CompressTarget, type PictureSize } from '../../compress.rules.ts'
import type { PictureHead } from './picture-head.ts'

export type MadeFile = CompressTarget & { height: number; blob: Blob }

export interface Picture {
  id: number
  file: File
  head: PictureHead
  /** The unique prefix of its output file names. */
  base: string
  /** The size after rotation, once known. */
  size: PictureSize | undefined
  state: 'waiting' | 'working' | 'done' | 'stopped' | 'failed'
  error?: string
  /** The quality of its WebP files, from 0 to 1. */
  quality: number
  made: readonly MadeFile[]
  /** Whether any of its files were downloaded. */
  saved: boolean
  /** Whether it is part of the progress shown. */
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

/** Resets the progress once nothing is left to do. */
const awaiting = (pictures: readonly Picture[]) => (pictures.some(isBusy) ? pictures : pictures.map((one) => ({ ...one, awaited: false })))

function moved(picture: Picture, change: Exclude<Change, { kind: 'added' | 'removed' | 'saved' }>): Picture {
  switch (change.kind) {
    case 'wanted':
      return { ...picture, state: 'waiting', quality: change.quality, made: validAt(picture, change.quality), awaited: true }
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

/** Returns the files that stay valid at another quality, which affects only WebP. */
const validAt = (picture: Picture, quality: number) => picture.made.filter(({ type }) => type === 'png' || picture.quality === quality)

export function missingAt(picture: Picture, quality: number): CompressTarget[] {
  const valid = validAt(picture, quality)
  return COMPRESS_TARGETS.filter((target) => !valid.some(same(target)))
}

export const isBusy = ({ state }: Picture): boolean => state === 'waiting' || state === 'working'

/** Decoding plus one step per file. */
const STEPS = 1 + COMPRESS_TARGETS.length

const stepsOf = (picture: Picture): number => (isBusy(picture) ? picture.made.length + (picture.size ? 1 : 0) : STEPS)

/** Returns the progress of one image, from 0 to 1. */
export const progressOf = (picture: Picture): number => stepsOf(picture) / STEPS

/** Returns the progress from 0 to 1. Failed and canceled images count as complete. */
export function doneOf(pictures: readonly Picture[]): number {
  const awaited = pictures.filter((picture) => picture.awaited)
  const done = awaited.reduce((sum, picture) => sum + stepsOf(picture), 0)
  return done / Math.max(1, awaited.length * STEPS)
}

/** Returns whether closing the page would lose files. */
export const isUnsaved = (pictures: readonly Picture[]): boolean =>
  pictures.some((picture) => isBusy(picture) || (picture.made.length > 0 && !picture.saved))
