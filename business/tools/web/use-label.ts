import { useEffect, useState } from 'react'
import { LABEL_TEXTS, type Label, labelProblems } from '../label.rules.ts'
import type { MadeLabel } from './make-label.ts'

export type Making = { made?: MadeLabel; problem?: string; busy: boolean }

const WAIT_MS = 300

/** Label maker and reader come with the first label. */
export async function makeNow(label: Label): Promise<{ made: MadeLabel } | { problem: string }> {
  try {
    const { makeLabel, whyNotMade } = await import('./make-label.ts')
    try {
      return { made: await makeLabel(label) }
    } catch (error) {
      return { problem: whyNotMade(error) }
    }
  } catch {
    return { problem: LABEL_TEXTS.failed }
  }
}

/** The label as typed so far, made a moment after the last change; nothing while something is wrong with it. */
export function useLabel(label: Label): Making {
  const [making, setMaking] = useState<Making>({ busy: false })
  useEffect(() => {
    if (Object.keys(labelProblems(label)).length > 0) {
      setMaking({ busy: false })
      return
    }
    let wanted = true
    setMaking((before) => ({ ...before, busy: true }))
    const timer = setTimeout(async () => {
      const result = await makeNow(label)
      if (wanted) setMaking({ ...result, busy: false })
    }, WAIT_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [label])
  return making
}
