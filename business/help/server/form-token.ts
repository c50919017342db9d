import { createHmac, timingSafeEqual } from 'node:crypto'

const TOKEN = /^(\d{1,15})\.([\w-]+)$/

const signatureOf = (secret: string, opened: string): Buffer => createHmac('sha256', secret).update(`contact-form.${opened}`).digest()

/** When a form was opened, signed: nobody can say it was open for longer. */
export function formToken(secret: string, now: Date): string {
  const opened = String(now.getTime())
  return `${opened}.${signatureOf(secret, opened).toString('base64url')}`
}

/** How long the form was open when it was sent. */
export function openSeconds(secret: string, token: string | undefined, now: Date): number | 'unknown' | 'forged' {
  if (token === undefined || token === '') return 'unknown'
  const [, opened = '', signature = ''] = TOKEN.exec(token) ?? []
  const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(secret, opened)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
  return (now.getTime() - Number(opened)) / 1000
}
