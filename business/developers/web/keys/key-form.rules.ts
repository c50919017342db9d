import { KEY_SCOPES, type KeyScope } from '#platform/contract/key-scopes.ts'

/** How long a key from the form lasts. */
export const KEY_DAYS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'A year' }
] as const
export const USUAL_DAYS = '90'

const DAY_MS = 86_400_000

/** Reads what the form sends as the body of the call. A trailing slash, which browsers show, is not part of an origin. */
export function keyIn(form: FormData, now: Date) {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const days = KEY_DAYS.find(({ value }) => value === text('days'))?.value ?? USUAL_DAYS
  return {
    name: text('name'),
    scopes: KEY_SCOPES.filter((scope: KeyScope) => form.getAll('scopes').includes(scope)),
    expires_at: new Date(now.getTime() + Number(days) * DAY_MS).toISOString(),
    allowed_origins: text('allowed_origins')
      .split(/[\s,]+/)
      .filter((line) => line !== '')
      .map((line) => line.replace(/\/$/, ''))
  }
}

/** The server names the line of a wrong origin, as in `allowed_origins.1`; the form has one field for all. */
export function formFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/\.\d+$/, ''), text]))
}
