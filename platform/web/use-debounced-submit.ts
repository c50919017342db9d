import { useEffect, useRef } from 'react'
import { useSubmit } from 'react-router'

/** Sends a search form so many milliseconds after the last keystroke; each search replaces the address of the one before. */
export function useDebouncedSubmit(wait_ms: number) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    later: (form: HTMLFormElement | null) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), wait_ms)
    },
    now: (form: HTMLFormElement | null) => {
      clearTimeout(timer.current)
      void submit(form, { replace: true, preventScrollReset: true })
    }
  }
}
