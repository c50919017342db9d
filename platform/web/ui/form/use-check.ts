import { type ChangeEventHandler, type FocusEventHandler, type RefObject, useEffect, useRef, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Returns what is wrong with a value, or undefined. */
export type Check = (value: string) => string | undefined

interface Watching<Element extends Control> {
  check?: Check | undefined
  /** The server's error. */
  error?: string | undefined
  onBlur?: FocusEventHandler<Element> | undefined
  onChange?: ChangeEventHandler<Element, Element> | undefined
}

/**
 * Decides when a field's error shows: an error from `check` on blur or submit, the server's until the value changes.
 * While an error from `check` shows, every keystroke updates it, so that it disappears as soon as the value is valid.
 */
export function useCheck<Element extends Control>({ check, error, onBlur, onChange }: Watching<Element>) {
  const ref = useRef<Element>(null)
  const [found, setFound] = useState<{ error: string | undefined }>()
  useOnSubmit(ref, (value) => {
    const wrong = check?.(value)
    setFound(wrong === undefined ? undefined : { error: wrong })
  })
  useEffect(() => {
    // When a refusal arrives while nothing is focused, focus the first field that it names.
    if (error !== undefined && document.activeElement === document.body) ref.current?.focus()
  }, [error])

  const handleBlur: FocusEventHandler<Element> = (event) => {
    const wrong = check?.(event.currentTarget.value)
    if (wrong !== undefined || found) setFound({ error: wrong })
    onBlur?.(event)
  }
  const handleChange: ChangeEventHandler<Element, Element> = (event) => {
    if (found?.error !== undefined) setFound({ error: check?.(event.currentTarget.value) })
    else if (error !== undefined) setFound({ error: undefined })
    onChange?.(event)
  }
  return { error: found ? found.error : error, watch: { ref, onBlur: handleBlur, onChange: handleChange } }
}

/** Listens on the document in the capture phase, so that it also runs when the form's own handler prevents the submit. */
function useOnSubmit(control: RefObject<Control | null>, onSubmit: (value: string) => void): void {
  const latest = useRef(onSubmit)
  useEffect(() => {
    latest.current = onSubmit
  })
  useEffect(() => {
    const listen = ({ target }: Event) => {
      if (control.current?.form === target) latest.current(control.current?.value ?? '')
    }
    document.addEventListener('submit', listen, true)
    return () => document.removeEventListener('submit', listen, true)
  }, [control])
}
