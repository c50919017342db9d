import { useEffect, useState } from 'react'
import { COOLDOWN_SECONDS } from '../../rules.ts'

/** Kinds of email that can be requested again after a wait. */
export type Mailed = 'code' | 'reminder' | 'reset'

const cookieOf = (kind: Mailed) => `${kind}_sent`

/** A cookie that lets the countdown survive a reload. The server has its own cooldown. */
function writeCookie(kind: Mailed, wait: number): string {
  const until = Math.ceil(Date.now() / 1000) + wait
  return `${cookieOf(kind)}=${until}; Path=/; Max-Age=${wait}; SameSite=Lax`
}

export const justMailed = (kind: Mailed, wait = COOLDOWN_SECONDS) => ({ 'set-cookie': writeCookie(kind, wait) })

/** Sets the cookie after a call from the browser. */
export function noteMailed(kind: Mailed): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we serve
  document.cookie = writeCookie(kind, COOLDOWN_SECONDS)
}

/** Returns the seconds until the email can be requested again. */
export function secondsToWait(request: Request, kind: Mailed): number {
  const cookies = request.headers.get('cookie')?.split(/;\s*/) ?? []
  const until = cookies.find((cookie) => cookie.startsWith(`${cookieOf(kind)}=`))?.split('=')[1] ?? ''
  const left = /^\d{1,12}$/.test(until) ? Number(until) - Math.floor(Date.now() / 1000) : 0
  return Math.min(Math.max(left, 0), COOLDOWN_SECONDS)
}

/** Counts down the seconds that the page was loaded with. */
export function useCountdown(loaded: { wait: number }): number {
  const [left, setLeft] = useState(loaded.wait)
  useEffect(() => {
    const end = Date.now() + loaded.wait * 1000
    const show = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    show()
    if (loaded.wait === 0) return
    const timer = setInterval(show, 250)
    return () => clearInterval(timer)
  }, [loaded])
  return left
}
