import { useEffect } from 'react'
import type { PageUser } from '#platform/web/page.ts'

/** Takes over a visitor's hearts when a client has signed in. */
export function useHeartsTakeOver(user: PageUser | null): void {
  const client = user?.role === 'client' ? user.id : undefined
  useEffect(() => {
    if (client === undefined || !hasHearts()) return
    // A chunk that does not load is tried again on the next page.
    void import('./take-over.ts').then(({ takeOverHearts }) => takeOverHearts()).catch(() => {})
  }, [client])
}

/** Without reading them: this is on every page. */
function hasHearts(): boolean {
  try {
    return localStorage.getItem('easel.hearts') !== null
  } catch {
    return false
  }
}
