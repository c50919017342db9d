import { useEffect, useRef } from 'react'
import { useSubmit } from 'react-router'

/** Submits a search form some milliseconds after the last keystroke. Every search replaces the previous one in the history. */
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
