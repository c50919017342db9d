import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkDocument } from '#licensing/server/certificates/certificate-file.ts'
import type { CertificatePayload } from '#licensing/server/certificates/certificate-payload.ts'
import type { PublicKey } from '#licensing/server/certificates/signing.ts'

const USAGE = `Checks a license certificate: npm run certificate:verify -- FILE [--keys FILE | --from ADDRESS]

  --keys FILE      keys saved before, from ADDRESS/.well-known/jwks.json: works offline
  --from ADDRESS   the shop whose keys are trusted; default: PUBLIC_URL, or this machine`

const PROBLEMS = {
  no_certificate: 'this file is not a certificate, or its signature was removed.',
  unknown_key: 'it was signed with a key that does not belong to the shop.',
  wrong_signature: 'its details were changed after it was signed.',
  changed: 'the document was changed after it was signed.'
} as const

/** The person who checks decides which keys are trusted, never the file. */
async function readKeys({ keys, from }: { keys?: string | undefined; from?: string | undefined }): Promise<PublicKey[]> {
  if (keys) return keysIn(readFileSync(keys, 'utf8'))
  const shop = from ?? process.env['PUBLIC_URL'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`
  const answer = await fetch(new URL('/.well-known/jwks.json', shop), { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`${shop} answered ${answer.status} instead of its keys.`)
  return keysIn(await answer.text())
}

function keysIn(text: string): PublicKey[] {
  const { keys }: { keys?: PublicKey[] } = JSON.parse(text)
  if (!Array.isArray(keys)) throw new Error('This file contains no keys: save the answer of /.well-known/jwks.json.')
  return keys
}

/** Removes control characters, which must not reach the terminal. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')

function show(details: CertificatePayload, kid: string): string {
  const { asset, licensee, license_type, from_plan, limits, price_cents, currency, issued_at, terms } = details
  const allowed = Object.entries(limits).map(([name, value]) => `${name.replaceAll('_', ' ')} ${String(value)}`)
  const rows: [string, string][] = [
    ['Number', details.number],
    ['Asset', `${asset.title} (${asset.id})`],
    ['Artist', asset.artist],
    ['Licensee', licensee],
    ['License', `${license_type}${from_plan ? ', with a plan' : ''}`],
    ['Limits', allowed.join(', ')],
    ['Issued', issued_at],
    ['Price', `${(price_cents / 100).toFixed(2)} ${currency}`],
    ['Terms', `${terms.version}, ${terms.url}`],
    ['Key', kid],
    ['Refunded since?', details.verify_url]
  ]
  return rows.map(([name, value]) => `  ${name.padEnd(16)} ${plain(value)}`).join('\n')
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keys: { type: 'string' }, from: { type: 'string' } } })
  const [file] = positionals
  if (!file || positionals.length > 1) {
    console.error(USAGE)
    return 2
  }
  const checked = checkDocument(readFileSync(file), await readKeys(values))
  if ('problem' in checked) {
    console.log(`Invalid: ${PROBLEMS[checked.problem]}`)
    return 1
  }
  console.log(
    `Valid: signed by ${plain(String(checked.payload['issuer']))}, and unchanged.\n${show(checked.payload as CertificatePayload, checked.kid)}`
  )
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
