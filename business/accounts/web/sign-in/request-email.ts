import { data, redirect } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { textOf, withQuery } from './form-fields.ts'
import { isResend } from './resend.tsx'
import { justMailed, type Mailed, secondsToWait } from './resend-countdown.ts'

/* Shared by the recovery pages: a form, which after sending (same path with ?sent=) becomes the answer with a Resend button. */

export type Refused = { fields: FieldErrors; email: string }

/** Returns the address an email was requested for, if any, and the seconds until it can be requested again. */
export function loadSent(request: Request, kind: Mailed): { sent: string; wait: number } {
  const sent = new URL(request.url).searchParams.get('sent') ?? ''
  return { sent, wait: sent === '' ? 0 : secondsToWait(request, kind) }
}

export type Fallbacks = { send: string; resend: string }
const fallbackOf = (form: FormData, { send, resend }: Fallbacks): string => (isResend(form) ? resend : send)

/** Returns the server's answer, or the page's own text if the server cannot be reached. */
export async function orFallback(request: Request, fallbacks: Fallbacks, serverAction: () => Promise<Refused>) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    // A 503 keeps React Router from reloading the page's data, which would fail too.
    return data<Refused>({ fields: { form: fallbackOf(form, fallbacks) }, email: textOf(form, 'email') }, 503)
  }
}

interface EmailRequest {
  kind: Mailed
  /** The page's path. */
  path: string
  fallbacks: Fallbacks
  call: (email: string) => Promise<unknown>
}

/** A request within the cooldown counts as sent; the countdown then shows the seconds left. */
export async function requestEmail(request: Request, { kind, path, fallbacks, call }: EmailRequest) {
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
