import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Whether a form as it stands may be sent, asked again at every keystroke. Until the page is alive it may, so that it can be sent without JavaScript.
 */
export function useSendable(isRight: (typed: FormData) => boolean): {
  sendable: boolean
  watch: { ref: RefObject<HTMLFormElement | null>; onInput: () => void }
} {
  const form = useRef<HTMLFormElement>(null)
  const [sendable, setSendable] = useState(true)
  const look = () => setSendable(form.current === null || isRight(new FormData(form.current)))
  useEffect(look)
  return { sendable, watch: { ref: form, onInput: look } }
}
