import { readStatedOrigin } from '#catalogue/origin.rules.ts'
import { CATEGORIES } from '#catalogue/rules.ts'
import { type Draft, type DraftFile, type Words, wordsOf } from './batch.ts'

/** What survives a reload: the fields of drafts, and which of their files were uploaded. The files themselves cannot be stored. */
export type SavedFile = { name: string; size: number; lastModified: number; arrived: boolean }
export type SavedDraft = { id: string; name: string; words: Words; files: SavedFile[] }

export const isSame = (one: SavedFile, other: { name: string; size: number; lastModified: number }): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

const hasArrived = ({ file_id, state }: DraftFile): boolean => file_id !== undefined && state !== 'refused'

function savedDraftOf(draft: Draft): SavedDraft {
  const saved = draft.files.map((file): SavedFile => {
    const { name, size, lastModified } = file.file
    return { name, size, lastModified, arrived: hasArrived(file) }
  })
  return { id: draft.id, name: draft.name, words: wordsOf(draft), files: saved }
}

/** Returns what to save: these drafts, and files of saved drafts that were not chosen again. Empty once everything is uploaded. */
export function draftsToSave(before: readonly SavedDraft[], drafts: readonly Draft[]): SavedDraft[] {
  const current = drafts.map(savedDraftOf)
  const ids = new Set(current.map(({ id }) => id))
  const chosen = current.flatMap(({ files }) => files)
  const restOf = ({ files }: SavedDraft) => files.filter((file) => !chosen.some((one) => isSame(one, file)))
  const joined = current.map((draft) => ({
    ...draft,
    files: [...draft.files, ...before.filter(({ id }) => id === draft.id).flatMap(restOf)]
  }))
  const others = before.filter(({ id }) => !ids.has(id)).map((draft) => ({ ...draft, files: restOf(draft) }))
  const all = [...joined, ...others].filter(({ files }) => files.length > 0)
  return missingOf(all).length > 0 ? all : []
}

/** Files that are not uploaded yet. */
export const missingOf = (saved: readonly SavedDraft[]): SavedFile[] =>
  saved.flatMap(({ files }) => files.filter(({ arrived }) => !arrived))

/** Finds the saved draft of a file that is chosen again. */
export function findSavedDraft(saved: readonly SavedDraft[], file: File): { draft: SavedDraft; file: SavedFile } | undefined {
  for (const draft of saved) {
    const found = draft.files.find((one) => isSame(one, file))
    if (found) return { draft, file: found }
  }
  return undefined
}

const keyOf = (artist: string): string => `upload_drafts ${artist}`

/** Reads the drafts of this tab and this artist. Empty if storage is closed or holds something else. */
export function readSavedDrafts(artist: string): SavedDraft[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(artist)) ?? '[]')
    return Array.isArray(found) ? found.filter(isStored).map(withOrigin) : []
  } catch {
    return []
  }
}

export function writeSavedDrafts(artist: string, saved: readonly SavedDraft[]): void {
  try {
    if (saved.length === 0) sessionStorage.removeItem(keyOf(artist))
    else sessionStorage.setItem(keyOf(artist), JSON.stringify(saved))
  } catch {
    // Storage can be closed or full. A reload then starts with an empty list.
  }
}

/** A draft that was saved before origins were asked for has none. */
const withOrigin = (draft: SavedDraft): SavedDraft => ({
  ...draft,
  words: { ...draft.words, origin: readStatedOrigin(draft.words.origin) }
})

const isStored = (found: Partial<SavedDraft> | null): found is SavedDraft =>
  typeof found?.id === 'string' && Array.isArray(found.files) && CATEGORIES.some((category) => category === found.words?.category)
