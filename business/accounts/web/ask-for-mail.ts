import { data, redirect } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { justMailed, type Mailed, secondsToWait } from './countdown.ts'
import { textOf, withQuery } from './form-text.ts'
import { isResend } from './resend.tsx'

/* What the pages that ask for a mail have in common: a form, and after it, at the same address with ?sent=, the answer with Resend. */

export type Refused = { fields: FieldErrors; email: string }

/** Whom a mail was asked for last, if it was, and the seconds until it can be asked for again. */
export function loadSent(request: Request, kind: Mailed): { sent: string; wait: number } {
  const sent = new URL(request.url).searchParams.get('sent') ?? ''
  return { sent, wait: sent === '' ? 0 : secondsToWait(request, kind) }
}

export type Fallbacks = { send: string; resend: string }
const fallbackOf = (form: FormData, { send, resend }: Fallbacks): string => (isResend(form) ? resend : send)

/** The server's answer, or, where it cannot be reached, the page's own words. */
export async function orFallback(request: Request, fallbacks: Fallbacks, serverAction: () => Promise<Refused>) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    // With a status, or the page would be loaded anew, from a server that cannot be reached.
    return data<Refused>({ fields: { form: fallbackOf(form, fallbacks) }, email: textOf(form, 'email') }, 503)
  }
}

interface Asking {
  kind: Mailed
  /** Of the page. */
  path: string
  fallbacks: Fallbacks
  call: (email: string) => Promise<unknown>
}

/** Asked for too soon, it counts as sent, as it was; then the countdown shows what is left of the wait. */
export async function askForMail(request: Request, { kind, path, fallbacks, call }: Asking) {
  const form = await request.formData()
  const email = textOf(form, 'email').trim().toLowerCase()
  const sentBy = (wait?: number) => redirect(withQuery(path, { sent: email }), { headers: justMailed(kind, wait) })
  try {
    await call(email)
    return sentBy()
  } catch (error) {
    if (error instanceof ApiError && error.body.code === 'mailed_just_now') return sentBy(error.retryAfter)
    const { data: answer, init } = failed(error, fallbackOf(form, fallbacks))
    return data<Refused>({ ...answer, email }, init ?? {})
  }
}
