/** Returns a warning for every missing setting that does not stop a production start but will affect its users. Empty outside production. */
export function productionWarnings(env: NodeJS.ProcessEnv): string[] {
  if (env['NODE_ENV'] !== 'production') return []
  const lines: string[] = []
  if (!env['PUBLIC_URL']) lines.push('PUBLIC_URL is not set: links in emails and certificates point to localhost.')
  if (!env['SMTP_URL']) lines.push('SMTP_URL is not set: mail is stored in the database and never delivered.')
  if (env['PAYPAL_BASE_URL']?.includes('sandbox.paypal.com'))
    lines.push("PAYPAL_BASE_URL is PayPal's sandbox: no payment moves real money.")
  if (env['DATABASE_URL'] && !env['APPLICANT_KEYS'])
    lines.push(
      "APPLICANT_KEYS is not set: applicants' files are encrypted with the keys in this machine's DATA_DIR. Back up its secrets.json, and give every machine the same keys."
    )
  return lines.map((line) => `Warning: ${line}`)
}
