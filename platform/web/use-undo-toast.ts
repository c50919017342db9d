import { useEffect, useEffectEvent } from 'react'
import { toast } from './ui/feedback/toaster.tsx'

type Done = { done?: string | undefined } | undefined

/** Shows a toast for each answer that says what was done, with Undo. `answer` is a new object for each. Errors stay on the page. */
export function useUndoToast(answer: Done, { undo, onDone }: { undo: () => void; onDone: () => void }): void {
  const show = useEffectEvent((done: string) => {
    toast(done, 'good', { label: 'Undo', act: undo })
    onDone()
  })
  useEffect(() => {
    if (answer?.done) show(answer.done)
  }, [answer])
}
