import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Check, lineOf, runCheck, summaryOf } from '../doctor/check.ts'
import { databaseChecks } from '../doctor/database-checks.ts'
import { replicaChecks } from '../doctor/replica-check.ts'
import { serviceChecks } from '../doctor/service-checks.ts'
import { checkSettings, secretsIn, usableSettings } from '../doctor/settings.ts'
import { storageChecks } from '../doctor/storage-checks.ts'

const ROOT = join(import.meta.dirname, '../..')
const LIMIT_SECONDS = 10

/** `npm run doctor [-- --seconds 10]` checks what the product needs, a line each. Exit code 1 if something is wrong. It writes and deletes one file in the file store, signs in at SMTP, asks PayPal for a token, and changes nothing else. */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: String(LIMIT_SECONDS) } } })
const limit_ms = (Number(values.seconds) || LIMIT_SECONDS) * 1000
const settings = usableSettings(process.env)
const checks: Check[] = [
  { name: 'Settings', run: async () => checkSettings(process.env) },
  ...databaseChecks(settings, ROOT),
  ...replicaChecks(settings),
  ...storageChecks(settings),
  ...serviceChecks(settings, limit_ms - 100)
]
const secrets = secretsIn(settings, process.env)
const findings = await Promise.all(checks.map((check) => runCheck(check, limit_ms)))
for (const [index, { name }] of checks.entries()) console.log(lineOf(name, findings[index]!, secrets))
console.log(summaryOf(findings))
// A check that was given up may still hold a connection open.
process.exit(findings.some(({ mark }) => mark === 'problem') ? 1 : 0)
