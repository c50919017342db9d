import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'

/** The answer of a form action: error texts by field, and `done` on success. */
export type FormAnswer = { fields: Record<string, string>; done?: true | string }

/** Shows a toast and closes the dialog once for each successful answer. */
export function useDone(answer: FormAnswer | undefined, message: string, onClose: () => void): void {
  const seen = useRef(answer)
  const finish = useEffectEvent(() => {
    toast(message)
    onClose()
  })
  useEffect(() => {
    if (answer === seen.current) return
    seen.current = answer
    if (answer?.done) finish()
  }, [answer])
}
