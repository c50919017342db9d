import { type ChangeEventHandler, type FocusEventHandler, type RefObject, useEffect, useRef, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Says what is wrong with a value, or nothing. */
export type Check = (value: string) => string | undefined

interface Watching<Element extends Control> {
  check?: Check | undefined
  /** The server's. */
  error?: string | undefined
  onBlur?: FocusEventHandler<Element> | undefined
  onChange?: ChangeEventHandler<Element, Element> | undefined
}

/**
 * When a field's error shows: on leaving the field or sending the form when `check` finds one, and the server's until the value changes.
 * While an error of `check` shows, it follows each keystroke, so that it leaves as soon as the value is right.
 */
export function useCheck<Element extends Control>({ check, error, onBlur, onChange }: Watching<Element>) {
  const ref = useRef<Element>(null)
  const [found, setFound] = useState<{ error: string | undefined }>()
  useOnSubmit(ref, (value) => {
    const wrong = check?.(value)
    setFound(wrong === undefined ? undefined : { error: wrong })
  })
  useEffect(() => {
    // A refusal that comes back while nothing has the focus brings one to the first field it is about.
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

/** Captures the event on the document, so that it is seen also when the form's own handler stops the sending. */
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
