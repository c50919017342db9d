import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '#platform/web/ui/toaster.tsx'

/** What the actions of the desk's pages answer: texts by field, none when it is done. */
export type DeskAnswer = { fields: Record<string, string>; done?: true }

/** Says once that it is done, and closes. */
export function useDone(answer: DeskAnswer | undefined, said: string, onClose: () => void): void {
  const seen = useRef(answer)
  const finish = useEffectEvent(() => {
    toast(said)
    onClose()
  })
  useEffect(() => {
    if (answer === seen.current) return
    seen.current = answer
    if (answer?.done) finish()
  }, [answer])
}
