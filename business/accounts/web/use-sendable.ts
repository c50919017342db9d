import { type RefObject, useEffect, useRef, useState } from 'react'

/** Returns whether a form is valid, checked on every input. True before hydration, so that the form works without JavaScript. */
export function useSendable(isValid: (typed: FormData) => boolean): {
  sendable: boolean
  watch: { ref: RefObject<HTMLFormElement | null>; onInput: () => void }
} {
  const form = useRef<HTMLFormElement>(null)
  const [sendable, setSendable] = useState(true)
  const update = () => setSendable(form.current === null || isValid(new FormData(form.current)))
  useEffect(update)
  return { sendable, watch: { ref: form, onInput: update } }
}
