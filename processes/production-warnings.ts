/** What a start in production can do without, and its people cannot: a line for each. Nothing elsewhere. */
export function productionWarnings(env: NodeJS.ProcessEnv): string[] {
  if (env['NODE_ENV'] !== 'production') return []
  const lines: string[] = []
  if (!env['PUBLIC_URL']) lines.push('PUBLIC_URL is not set: links in mails and certificates lead to localhost.')
  if (!env['SMTP_URL']) lines.push('SMTP_URL is not set: mail is kept in the database and reaches nobody.')
  if (env['PAYPAL_BASE_URL']?.includes('sandbox.paypal.com')) lines.push("PAYPAL_BASE_URL is PayPal's sandbox: no payment is real money.")
  if (env['DATABASE_URL'] && !env['APPLICANT_KEYS'])
    lines.push(
      "APPLICANT_KEYS is not set: applicants' files are encrypted with the keys in this machine's DATA_DIR. Back up its secrets.json, and give several machines the same keys."
    )
  return lines.map((line) => `Warning: ${line}`)
}
