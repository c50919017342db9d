import { useEffect, useState } from 'react'
import { type Draft, filesOf } from './batch.ts'
import { draftsToSave, isSame, missingOf, readSavedDrafts, type SavedDraft, writeSavedDrafts } from './saved-drafts.ts'

const SAVE_DELAY_MS = 300

export type SavedDrafts = {
  drafts: readonly SavedDraft[]
  /** Files of the last visit that were neither uploaded nor chosen again. */
  missing: readonly string[]
  forget: () => void
}

/** Saves the drafts of this tab across reloads. */
export function useSavedDrafts(artist: string, drafts: readonly Draft[]): SavedDrafts {
  const [before, setBefore] = useState<readonly SavedDraft[]>([])
  useEffect(() => setBefore(readSavedDrafts(artist)), [artist])
  useEffect(() => {
    if (drafts.length === 0) return
    const write = () => writeSavedDrafts(artist, draftsToSave(before, drafts))
    const timer = setTimeout(write, SAVE_DELAY_MS)
    addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', write)
    }
  }, [artist, before, drafts])
  const forget = () => {
    setBefore([])
    writeSavedDrafts(artist, draftsToSave([], drafts))
  }
  return {
    drafts: before,
    missing: missingOf(draftsToSave(before, []))
      .filter((file) => !filesOf(drafts).some((current) => isSame(file, current.file)))
      .map(({ name }) => name),
    forget
  }
}
