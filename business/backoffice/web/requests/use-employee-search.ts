import { useCallback, useEffect, useRef, useState } from 'react'
import { browserApi } from '#platform/web/browser.ts'
import type { Assignee } from '#requests/desk.contract.ts'
import { searchEmployees } from './employee-search.ts'

const DEBOUNCE_MS = 250

export type Found = { state: 'loading' } | { state: 'failed' } | { state: 'found'; items: readonly Assignee[]; total: number }

/** Searches employees after a pause in typing. Only the latest search counts. */
export function useEmployeeSearch() {
  const [found, setFound] = useState<Found>({ state: 'loading' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = useCallback((text: string, wait_ms = DEBOUNCE_MS) => {
    clearTimeout(timer.current)
    latest.current += 1
    const current = latest.current
    const show = (next: Found) => {
      if (current === latest.current) setFound(next)
    }
    show({ state: 'loading' })
    timer.current = setTimeout(() => {
      searchEmployees(browserApi(), text).then(
        ({ items, total }) => show({ state: 'found', items, total }),
        () => show({ state: 'failed' })
      )
    }, wait_ms)
  }, [])
  return { found, search }
}
