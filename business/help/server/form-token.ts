import { createHmac, timingSafeEqual } from 'node:crypto'

const TOKEN = /^(\d{1,15})\.([\w-]+)$/

const signatureOf = (secret: string, opened: string): Buffer => createHmac('sha256', secret).update(`contact-form.${opened}`).digest()

/** Returns the signed time a form was opened, so that a client cannot claim an earlier time. */
export function formToken(secret: string, now: Date): string {
  const opened = String(now.getTime())
  return `${opened}.${signatureOf(secret, opened).toString('base64url')}`
}

/** Returns how long the form was open when it was submitted. */
export function openSeconds(secret: string, token: string | undefined, now: Date): number | 'unknown' | 'forged' {
  if (token === undefined || token === '') return 'unknown'
  const [, opened = '', signature = ''] = TOKEN.exec(token) ?? []
  const [received, expected] = [Buffer.from(signature, 'base64url'), signatureOf(secret, opened)]
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'forged'
  return (now.getTime() - Number(opened)) / 1000
}
