import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Other tabs hear of a change under this key; it holds no secret, only who is signed in. */
const KEY = 'token'

/** Login and logout in one tab refresh the others. */
export function useSessionSync(userId: string | null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    tell(userId)
  }, [userId])
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => {
      if (key === KEY || key === null) void revalidate()
    }
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
  }, [revalidate])
}

function tell(userId: string | null): void {
  try {
    if ((localStorage.getItem(KEY) ?? null) === userId) return
    if (userId === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, userId)
  } catch {
    // Storage is closed in some private windows: the other tabs then learn of it at their next page.
  }
}
