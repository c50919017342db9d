import { isLocal } from '../settings/exposure.ts'
import type { Settings } from '../settings/settings.ts'

type Given = Pick<Settings, 'exposed' | 'public_url' | 'paypal' | 'database_url'>

/** Returns a warning for every setting that does not stop the start but will affect visitors. Empty where only this machine can reach the shop. */
export function startWarnings(settings: Given, env: NodeJS.ProcessEnv): string[] {
  if (!settings.exposed) return []
  const { public_url, paypal, database_url } = settings
  const lines: string[] = []
  if (!env['PUBLIC_URL']) lines.push('PUBLIC_URL is not set: links in emails and certificates point to localhost.')
  else if (public_url.startsWith('http:') && !isLocal(new URL(public_url).hostname))
    lines.push('PUBLIC_URL is not https: passwords and sessions travel unencrypted.')
  lines.push(...payPalWarnings(paypal, Boolean(env['PAYPAL_BASE_URL'])))
  if (database_url && !env['APPLICANT_KEYS'])
    lines.push(
      "APPLICANT_KEYS is not set: applicants' files are encrypted with the keys in this machine's DATA_DIR. Back up its secrets.json, and give every machine the same keys."
    )
  return lines.map((line) => `Warning: ${line}`)
}

function payPalWarnings({ base_url, is_sandbox }: Settings['paypal'], is_given: boolean): string[] {
  if (is_sandbox && is_given) return ['PAYPAL_BASE_URL is a PayPal sandbox: payments are play money.']
  if (is_sandbox)
    return ['PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, and PAYPAL_WEBHOOK_ID are not set: nothing can be paid for until they are.']
  return base_url.includes('sandbox.paypal.com') ? ["PAYPAL_BASE_URL is PayPal's sandbox: no payment moves real money."] : []
}
