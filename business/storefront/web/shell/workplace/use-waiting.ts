import { useEffect, useState } from 'react'
import type { Waiting, waiting } from '#backoffice/contract.ts'
import { createApi, route } from '#platform/web/api.ts'

const WAITING = route<typeof waiting>({ method: 'GET', path: '/waiting' })
const EVERY_MS = 60_000

/** Calls with the cookie alone: a session that has ended is left to the person's next step, who may be typing. */
const api = createApi(({ url, ...call }) => fetch(url, call))

/** The counts that the page brought, then those of every minute in which the page is visible. Counts that do not arrive stay as they are. */
export function useWaiting(loaded: Waiting | null): Waiting | null {
  const [shown, setShown] = useState(loaded)
  useEffect(() => {
    setShown(loaded)
    const refresh = () => {
      if (document.visibilityState === 'visible') void api(WAITING, {}).then(setShown, () => {})
    }
    const timer = setInterval(refresh, EVERY_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [loaded])
  return shown
}
