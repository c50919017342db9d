import { CATEGORIES } from '#catalogue/rules.ts'
import type { Draft, DraftFile, Words } from './batch.ts'

/** What outlives a reload: the words of drafts, and which of their files have arrived. A page cannot keep the files themselves. */
export type KeptFile = { name: string; size: number; lastModified: number; arrived: boolean }
export type KeptDraft = { id: string; name: string; words: Words; files: KeptFile[] }

export const isSame = (one: KeptFile, other: { name: string; size: number; lastModified: number }): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

const hasArrived = ({ file_id, state }: DraftFile): boolean => file_id !== undefined && state !== 'refused'

function keptOf({ id, name, title, description, category, tags, files }: Draft): KeptDraft {
  const kept = files.map((file): KeptFile => {
    const { name, size, lastModified } = file.file
    return { name, size, lastModified, arrived: hasArrived(file) }
  })
  return { id, name, words: { title, description, category, tags }, files: kept }
}

/** What to keep now: these drafts, and of those kept before what has not been chosen again. Nothing once everything has arrived. */
export function keep(before: readonly KeptDraft[], drafts: readonly Draft[]): KeptDraft[] {
  const here = drafts.map(keptOf)
  const ids = new Set(here.map(({ id }) => id))
  const chosen = here.flatMap(({ files }) => files)
  const restOf = ({ files }: KeptDraft) => files.filter((file) => !chosen.some((one) => isSame(one, file)))
  const joined = here.map((draft) => ({ ...draft, files: [...draft.files, ...before.filter(({ id }) => id === draft.id).flatMap(restOf)] }))
  const others = before.filter(({ id }) => !ids.has(id)).map((draft) => ({ ...draft, files: restOf(draft) }))
  const all = [...joined, ...others].filter(({ files }) => files.length > 0)
  return missingOf(all).length > 0 ? all : []
}

/** Files that have not arrived. */
export const missingOf = (kept: readonly KeptDraft[]): KeptFile[] => kept.flatMap(({ files }) => files.filter(({ arrived }) => !arrived))

/** What was kept of a file that is chosen again. */
export function findKept(kept: readonly KeptDraft[], file: File): { draft: KeptDraft; file: KeptFile } | undefined {
  for (const draft of kept) {
    const found = draft.files.find((one) => isSame(one, file))
    if (found) return { draft, file: found }
  }
  return undefined
}

const keyOf = (artist: string): string => `upload_drafts ${artist}`

/** Of this tab and this artist; nothing where storage is closed or holds something else. */
export function readKept(artist: string): KeptDraft[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(artist)) ?? '[]')
    return Array.isArray(found) ? found.filter(isKept) : []
  } catch {
    return []
  }
}

export function writeKept(artist: string, kept: readonly KeptDraft[]): void {
  try {
    if (kept.length === 0) sessionStorage.removeItem(keyOf(artist))
    else sessionStorage.setItem(keyOf(artist), JSON.stringify(kept))
  } catch {
    // Storage can be closed or full: a reload then begins anew.
  }
}

const isKept = (found: Partial<KeptDraft> | null): found is KeptDraft =>
  typeof found?.id === 'string' && Array.isArray(found.files) && CATEGORIES.some((category) => category === found.words?.category)
