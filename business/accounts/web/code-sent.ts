import { COOLDOWN_SECONDS } from '../rules.ts'

const COOKIE = 'code_sent'

/** Remembers in the browser that a code was just mailed, so that the countdown survives a reload. It decides nothing: the server keeps its own. */
export function codeSent(wait = COOLDOWN_SECONDS): Record<'set-cookie', string> {
  const until = Math.ceil(Date.now() / 1000) + wait
  return { 'set-cookie': `${COOKIE}=${until}; Path=/; Max-Age=${wait}; HttpOnly; SameSite=Lax` }
}

/** Seconds until another code can be asked for. */
export function secondsToWait(request: Request): number {
  const [, until] = /(?:^|;\s*)code_sent=(\d{1,12})/.exec(request.headers.get('cookie') ?? '') ?? []
  const left = Number(until ?? 0) - Math.floor(Date.now() / 1000)
  return Math.min(Math.max(left, 0), COOLDOWN_SECONDS)
}
