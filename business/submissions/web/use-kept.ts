import { useEffect, useState } from 'react'
import { type Draft, filesOf } from './batch.ts'
import { isSame, type KeptDraft, keep, missingOf, readKept, writeKept } from './kept-drafts.ts'

const WRITTEN_AFTER_MS = 300

export type Kept = {
  drafts: readonly KeptDraft[]
  /** Files of the last visit that have neither arrived nor been chosen again. */
  missing: readonly string[]
  forget: () => void
}

/** Keeps the drafts of this tab over a reload, and knows those from before it. */
export function useKept(artist: string, drafts: readonly Draft[]): Kept {
  const [before, setBefore] = useState<readonly KeptDraft[]>([])
  useEffect(() => setBefore(readKept(artist)), [artist])
  useEffect(() => {
    if (drafts.length === 0) return
    const write = () => writeKept(artist, keep(before, drafts))
    const timer = setTimeout(write, WRITTEN_AFTER_MS)
    addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', write)
    }
  }, [artist, before, drafts])
  const forget = () => {
    setBefore([])
    writeKept(artist, keep([], drafts))
  }
  return {
    drafts: before,
    missing: missingOf(keep(before, []))
      .filter((file) => !filesOf(drafts).some((here) => isSame(file, here.file)))
      .map(({ name }) => name),
    forget
  }
}
