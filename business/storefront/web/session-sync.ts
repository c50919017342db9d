import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { clearSession, storePerson, watchSession } from '#platform/web/browser.ts'
import type { PageUser } from '#platform/web/page.ts'

/** Login and logout in one tab refresh the others, and the browser's storage follows what the server says. */
export function useSessionSync(user: PageUser | null): void {
  const { revalidate } = useRevalidator()
  const id = user?.id ?? null
  useEffect(() => {
    if (user) storePerson(user)
    else clearSession()
  }, [user])
  useEffect(() => watchSession(id, () => void revalidate()), [id, revalidate])
}
