import { useEffect, useState } from 'react'
import { LABEL_TEXTS, type Label, labelProblems } from '../../label.rules.ts'
import type { MadeLabel } from './make-label.ts'

export type LabelPreviewState = { made?: MadeLabel; problem?: string; busy: boolean }

const DEBOUNCE_MS = 300

/** Loads the label maker and the reader with the first label. */
export async function tryMakeLabel(label: Label): Promise<{ made: MadeLabel } | { problem: string }> {
  try {
    const { makeLabel, errorText } = await import('./make-label.ts')
    try {
      return { made: await makeLabel(label) }
    } catch (error) {
      return { problem: errorText(error) }
    }
  } catch (error) {
    console.error(error)
    return { problem: LABEL_TEXTS.failed }
  }
}

/** Creates the label shortly after the last change. Shows nothing while the form has errors. */
export function useLabel(label: Label): LabelPreviewState {
  const [state, setState] = useState<LabelPreviewState>({ busy: false })
  useEffect(() => {
    if (Object.keys(labelProblems(label)).length > 0) {
      setState({ busy: false })
      return
    }
    let isCurrent = true
    setState((before) => ({ ...before, busy: true }))
    const timer = setTimeout(async () => {
      const result = await tryMakeLabel(label)
      if (isCurrent) setState({ ...result, busy: false })
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [label])
  return state
}
