import { execFile } from 'node:child_process'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { scanStream } from '#platform/server/scanning/clamd.ts'
import { VERSION_MIN } from '#submissions/server/drawing/ghostscript.ts'
import { onDatabase } from '../database/database.ts'
import type { PayPalSettings, Settings } from '../settings/settings.ts'
import { codeOf } from '../startup/start-error.ts'
import { type Check, type Finding, messageOf, ok, problem, skipped, warning } from './check.ts'
import { addressOfDatabase } from './database-checks.ts'

/** `limit_ms`: how long each check may take. */
export function serviceChecks(settings: Settings, limit_ms: number): Check[] {
  const paypal = askPayPal(settings.paypal, limit_ms)
  const { clamav_url } = settings
  return [
    { name: 'SMTP', run: () => checkSmtp(settings, limit_ms) },
    { name: 'PayPal', run: async () => checkPayPal(await paypal, settings) },
    { name: 'Clock', run: async () => checkClock(settings, await paypal) },
    { name: 'Ghostscript', run: () => checkGhostscript(settings.uploads.ghostscript, limit_ms) },
    ...(clamav_url ? [{ name: 'clamd', run: () => checkClamd(new URL(clamav_url), limit_ms) }] : [])
  ]
}

/** Connects, encrypts, and signs in. Sends nothing. */
async function checkSmtp({ smtp_url, smtp_requires_tls }: Settings, limit_ms: number): Promise<Finding> {
  if (!smtp_url) return ok('the built-in mailbox takes every email; set SMTP_URL to send them')
  const { hostname, port, username } = new URL(smtp_url)
  const times = { connectionTimeout: limit_ms, greetingTimeout: limit_ms, socketTimeout: limit_ms }
  const transport = createTransport({ url: smtp_url, requireTLS: smtp_requires_tls, ...times })
  try {
    await transport.verify()
    return ok(`${hostname}${port && `:${port}`} takes email${username ? `, signed in as ${decodeURIComponent(username)}` : ''}`)
  } catch (error) {
    return problem(`${hostname}${port && `:${port}`}: ${messageOf(error)}`, SMTP_ADVICE[codeOf(error) ?? ''] ?? 'Check SMTP_URL.')
  } finally {
    transport.close()
  }
}

const SMTP_ADVICE: Record<string, string> = {
  EAUTH: 'Check the user and password in SMTP_URL; special characters must be percent-encoded.',
  ETLS: 'The connection cannot be encrypted: repair the certificate, or set SMTP_REQUIRE_TLS=0 in a private network.',
  ESOCKET: 'Check the host and port in SMTP_URL, the certificate, and the firewall.',
  EDNS: 'There is no such host: check SMTP_URL.'
}

/** PayPal's answer to a request for a token. `date` is its clock, `asked_at` ours at that moment. */
type PayPalAnswer = { status: number; date: number; asked_at: number } | { error: unknown }

async function askPayPal({ base_url, client_id, client_secret }: PayPalSettings, limit_ms: number): Promise<PayPalAnswer> {
  try {
    const answer = await fetch(`${base_url}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded'
      },
      body: 'grant_type=client_credentials',
      signal: AbortSignal.timeout(limit_ms)
    })
    await answer.body?.cancel()
    return { status: answer.status, date: Date.parse(answer.headers.get('date') ?? ''), asked_at: Date.now() }
  } catch (error) {
    return { error }
  }
}

function checkPayPal(answer: PayPalAnswer, { paypal: { base_url, is_sandbox, starts_sandbox }, exposed }: Settings): Finding {
  const { host } = new URL(base_url)
  if (is_sandbox && exposed && !('status' in answer && answer.status === 200))
    return warning(
      'no credentials are set, so nothing can be paid for',
      'Set PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, and PAYPAL_WEBHOOK_ID.'
    )
  if ('error' in answer) {
    if (starts_sandbox) return skipped('the sandbox does not run; npm start starts it')
    return problem(`${host}: ${messageOf(answer.error)}`, 'Check PAYPAL_BASE_URL, the network, and the firewall.')
  }
  if (answer.status === 200) return ok(`${host} accepts the credentials${is_sandbox ? ' of the sandbox: payments are play money' : ''}`)
  if (answer.status === 401 || answer.status === 403)
    return problem(
      `${host} refuses the credentials`,
      'Copy PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET anew, for the same environment as PAYPAL_BASE_URL.'
    )
  return problem(`${host} answers ${answer.status}`, 'Try again later, or read https://www.paypal-status.com.')
}

const CLOCK_SECONDS = 30

/** Compares this machine's clock with those of the database and of PayPal. */
async function checkClock(settings: Settings, paypal: PayPalAnswer): Promise<Finding> {
  const ahead = new Map<string, number>()
  const address = await addressOfDatabase(settings)
  if (address) ahead.set('the database', await secondsAheadOf(address))
  if ('date' in paypal && !Number.isNaN(paypal.date)) ahead.set('PayPal', (paypal.asked_at - paypal.date) / 1000)
  if (ahead.size === 0) return skipped('not checked, because neither the database nor PayPal answers')
  const wrong = [...ahead].filter(([, seconds]) => Math.abs(seconds) > CLOCK_SECONDS)
  if (wrong.length === 0) return ok(`agrees with ${[...ahead.keys()].join(' and ')}`)
  return problem(
    wrong.map(([whose, by]) => `${Math.abs(Math.round(by))} seconds ${by > 0 ? 'ahead of' : 'behind'} the clock of ${whose}`).join(', '),
    'Turn on time synchronization, for example with timedatectl set-ntp true.'
  )
}

async function secondsAheadOf(address: string): Promise<number> {
  return onDatabase(address, async (client) => {
    const before = Date.now()
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return ((before + Date.now()) / 2 - (rows[0]?.now.getTime() ?? Number.NaN)) / 1000
  })
}

async function checkGhostscript(is_used: boolean, limit_ms: number): Promise<Finding> {
  if (!is_used) return ok('not used; set GHOSTSCRIPT=1 to draw EPS files with it')
  const advice = `Install version ${VERSION_MIN}.0 or newer, for example with apt-get install ghostscript. Until then, EPS files show their embedded previews.`
  try {
    const { stdout } = await promisify(execFile)('gs', ['--version'], { timeout: limit_ms })
    const version = stdout.trim()
    return Number.parseFloat(version) >= VERSION_MIN ? ok(`version ${version}`) : warning(`version ${version} is too old`, advice)
  } catch (error) {
    return warning(codeOf(error) === 'ENOENT' ? 'not installed' : messageOf(error), advice)
  }
}

/** Has a few harmless bytes scanned. */
async function checkClamd({ host, hostname, port }: URL, limit_ms: number): Promise<Finding> {
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
  try {
    await scanStream(address, Readable.from([Buffer.from('doctor')]), { timeout_ms: limit_ms, max_bytes: 1024 })
    return ok(`${host} scans files`)
  } catch (error) {
    return problem(`${host}: ${messageOf(error)}`, 'Check CLAMAV_URL and that clamd runs. Until then, new files wait to be scanned.')
  }
}
