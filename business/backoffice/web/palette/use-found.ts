import { useEffect, useState } from 'react'
import { browserApi } from '#platform/web/browser.ts'
import type { PaletteGroup } from '../../rules.ts'
import { findEverywhere, type Source } from './sources.ts'

/** Milliseconds to wait after the last keystroke. */
const WAIT_MS = 200
/** Shorter words are found among the pages only. */
const TYPED_MIN = 2

type Found = { groups: PaletteGroup[]; failed: string[]; isSearching: boolean }
const NOTHING: Found = { groups: [], failed: [], isSearching: false }

/** Searches the records that the role may see. What was found before stays until the next answer. */
export function useFound(sources: readonly Source[], typed: string): Found {
  const [found, setFound] = useState(NOTHING)
  const q = typed.trim()
  useEffect(() => {
    if (q.length < TYPED_MIN) {
      setFound(NOTHING)
      return
    }
    setFound((before) => ({ ...before, isSearching: true }))
    const calls = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await findEverywhere(browserApi(), sources, q, calls.signal)
      if (!calls.signal.aborted) setFound({ ...answer, isSearching: false })
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      calls.abort()
    }
  }, [q, sources])
  return found
}
