import { type FormEvent, useEffect, useRef } from 'react'

/** For a form's onSubmit: prevents a second submit while the first is in progress. A busy button is not enough, because it is disabled only after the next render. */
export function useSentOnce(busy: boolean, answer: unknown): (event: FormEvent) => void {
  const isSent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that arrives before the busy state rendered must end the wait too
  useEffect(() => {
    if (!busy) isSent.current = false
  }, [busy, answer])
  return (event) => {
    if (isSent.current) event.preventDefault()
    isSent.current = true
  }
}
