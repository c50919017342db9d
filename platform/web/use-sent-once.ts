import { type FormEvent, useEffect, useRef } from 'react'

/** For a form's onSubmit: while what was sent is on its way, nothing is sent again. A busy button is not enough: it is disabled only once it is drawn anew. */
export function useSentOnce(busy: boolean, answer: unknown): (event: FormEvent) => void {
  const isSent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that comes back before the page was drawn busy ends the wait, too
  useEffect(() => {
    if (!busy) isSent.current = false
  }, [busy, answer])
  return (event) => {
    if (isSent.current) event.preventDefault()
    isSent.current = true
  }
}
