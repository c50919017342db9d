import { useEffect, useRef, useState } from 'react'
import { pictureOf, refusalOf, suggestDraft } from './add-files.ts'
import { filesOf, sameFile } from './batch.ts'
import { findSavedDraft } from './saved-drafts.ts'
import type { Batch } from './use-batch.ts'
import type { SavedDrafts } from './use-saved-drafts.ts'

export type SkippedFile = { name: string; reason: string }

/** Adds dropped files to the batch. Reads them one after another, so that many files do not fill the memory. */
export function useAddFiles({ drafts, dispatch }: Batch, saved: SavedDrafts, max_mb: number) {
  const [skipped, setSkipped] = useState<SkippedFile[]>([])
  const [reading, setReading] = useState(0)
  const pictures = useRef<string[]>([])
  useEffect(() => {
    const created = pictures.current
    return () => {
      for (const address of created) URL.revokeObjectURL(address)
    }
  }, [])
  const reasonToSkip = (file: File, others: readonly File[]): string | undefined => {
    if (others.some((other) => sameFile(other, file))) return 'This file is already in the list.'
    if (findSavedDraft(saved.drafts, file)?.file.arrived) return 'This file is already uploaded.'
    return refusalOf(file, max_mb)
  }
  const add = async (files: File[]) => {
    const listed = filesOf(drafts).map(({ file }) => file)
    const left: SkippedFile[] = []
    const wanted = files.filter((file, index) => {
      const reason = reasonToSkip(file, [...listed, ...files.slice(0, index)])
      if (reason) left.push({ name: file.name, reason })
      return !reason
    })
    setSkipped(left)
    for (const [index, file] of wanted.entries()) {
      setReading(wanted.length - index)
      const draft = await suggestDraft(file, findSavedDraft(saved.drafts, file)?.draft)
      dispatch(draft)
      const picture = await pictureOf(file)
      if (!picture) continue
      pictures.current.push(picture)
      dispatch({ is: 'words', id: draft.id, words: { picture } })
    }
    setReading(0)
  }
  return { add, skipped, reading }
}
