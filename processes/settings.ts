import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { UploadQuotas } from '#platform/server/files/upload-quota.ts'
import { isLocal, whyExposed } from './exposure.ts'
import { quotaEnvironment, toQuotas } from './quota-settings.ts'
import { StartError } from './start-error.ts'
import { APPLICANT_KEYS, storedSecret } from './stored-secrets.ts'
import { trustProxy } from './trust-proxy.ts'

export type PayPalSettings = {
  base_url: string
  client_id: string
  client_secret: string
  webhook_id: string
  sandbox_port: number
  /** No PayPal credentials are set, so payments use play money. */
  is_sandbox: boolean
  /** Whether this start runs the sandbox itself: not if one runs elsewhere, and not where strangers would pay with play money. */
  starts_sandbox: boolean
}

export type Settings = {
  port: number
  host: string
  /** An absolute path. */
  data_dir: string
  /** Undefined: use the embedded PostgreSQL. */
  database_url: string | undefined
  /** The owner of the tables, when the app's own role may not change them. Undefined: the role in DATABASE_URL. */
  database_owner_url: string | undefined
  /** An absolute folder or `s3://key:secret@host/bucket?region=…`. */
  files_url: string
  /** Undefined: use the product's own mailbox. */
  smtp_url: string | undefined
  /** Whether email is sent only over an encrypted connection. */
  smtp_requires_tls: boolean
  mail_from: { name: string; address: string }
  /** The support address shown on pages and in emails. */
  support_email: string
  paypal: PayPalSettings
  session_secret: string
  /** 32 bytes in base64: the private key that signs certificates. */
  certificate_key: string
  /** 32 bytes in base64 each, newest first: the keys that encrypt applicants' files. */
  applicant_keys: string[]
  brand_name: string
  /** The shop's pages on social networks, linked in the footer. */
  social_links: string[]
  demo: boolean
  /** Like Fastify's trustProxy: the number of proxies in front of the app, or their addresses. */
  trust_proxy: false | number | string[]
  /** Without a trailing slash. */
  public_url: string
  worker: boolean
  production: boolean
  /** Whether strangers can reach this installation; see exposure.ts. */
  exposed: boolean
  /** `ghostscript`: EPS files are drawn by Ghostscript, if it is installed. */
  uploads: { max_bytes: number; max_pixels: number; ghostscript: boolean }
  /** tcp://host:port of clamd. Undefined: files are not scanned for viruses. */
  clamav_url: string | undefined
  /** Uploads per day and person or address. */
  quotas: UploadQuotas
  /** Size of the response cache for public pages, per process. 0 turns it off. */
  page_cache_bytes: number
  /** Pages per second that one network address may make a process render. 0: no limit. */
  render_limit: number
  /** The database ends a statement, or a transaction that waits for the app, after this long. */
  statement_ms: number
}

export const SANDBOX_CREDENTIALS = {
  client_id: 'easel-sandbox-client',
  client_secret: 'easel-sandbox-secret',
  webhook_id: 'WHEASELSANDBOX'
}

const SECRETS = new Set([
  'SESSION_SECRET',
  'CERTIFICATE_KEY',
  'APPLICANT_KEYS',
  'PAYPAL_CLIENT_SECRET',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'FILES_URL'
])

const port = (example: number) => {
  const advice = `use a whole number from 1 to 65535, for example ${example}`
  return z
    .string()
    .regex(/^\d{1,5}$/, advice)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65535, advice)
}

const amount = (max: number, example: number, min = 1) => {
  const advice = `use a whole number from ${min} to ${max}, for example ${example}`
  return z
    .string()
    .regex(/^\d{1,5}$/, advice)
    .transform(Number)
    .refine((value) => value >= min && value <= max, advice)
}

const flag = z.enum(['0', '1'], 'use 0 or 1').transform((value) => value === '1')

const hasProtocol = (...protocols: string[]) => {
  return (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

const isTcpAddress = (text: string) => hasProtocol('tcp:')(text) && new URL(text).port !== ''

const webAddress = (example: string) =>
  z
    .string()
    .refine(hasProtocol('http:', 'https:'), `use an http or https address, for example ${example}`)
    .transform((text) => text.replace(/\/+$/, ''))

const filesAddress = z
  .string()
  .refine(
    (text) => !text.includes('://') || hasProtocol('file:', 's3:')(text),
    'use a folder, or s3://KEY:SECRET@HOST/BUCKET?region=REGION for a bucket'
  )
  .transform((text) => (text.startsWith('s3://') ? text : resolve(text.startsWith('file://') ? fileURLToPath(text) : text)))

const mailFrom = z
  .string()
  .regex(/^([^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'use an address, for example "Easel <hello@example.com>"')
  .transform((text) => {
    const [, name = '', address = text] = /^(.*?)\s*<(.*)>$/.exec(text) ?? []
    return { name, address }
  })

const KEY_32 = /^[\w+/-]{43}=?$/
const KEY_ADVICE = 'use 32 random bytes in base64, for example from `openssl rand -base64 32`'
const commaSeparated = (text: string) => text.split(',').map((one) => one.trim())

const applicantKeys = z
  .string()
  .transform(commaSeparated)
  .refine((keys) => keys.every((key) => KEY_32.test(key)), `${KEY_ADVICE}, or several of those, comma-separated, newest first`)

const socialLinks = z
  .string()
  .transform(commaSeparated)
  .refine(
    (links) => links.every(hasProtocol('https:')),
    'use https addresses, comma-separated, for example https://www.instagram.com/easel'
  )

const databaseAddress = z
  .string()
  .refine(hasProtocol('postgres:', 'postgresql:'), 'use a PostgreSQL address, for example postgres://user:password@127.0.0.1:5432/easel')

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port(3005).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((path) => resolve(path)),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  FILES_URL: filesAddress.optional(),
  SMTP_URL: z
    .string()
    .refine(hasProtocol('smtp:', 'smtps:'), 'use an SMTP address, for example smtp://user:password@mail.example.com:587')
    .optional(),
  SMTP_REQUIRE_TLS: flag.optional(),
  MAIL_FROM: mailFrom.optional(),
  SUPPORT_EMAIL: z.email('use the address that people write to for help, for example support@example.com').default('support@easel.test'),
  PAYPAL_BASE_URL: webAddress('https://api-m.paypal.com').optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_SANDBOX_PORT: port(3006).default(3001),
  SESSION_SECRET: z.string().min(32, 'use at least 32 random characters, for example from `openssl rand -base64 32`').optional(),
  CERTIFICATE_KEY: z.string().regex(KEY_32, KEY_ADVICE).optional(),
  APPLICANT_KEYS: applicantKeys.optional(),
  BRAND_NAME: z.string().trim().min(1).max(40, 'use a name of at most 40 characters').default('Easel'),
  SOCIAL_LINKS: socialLinks.default([]),
  DEMO: flag.optional(),
  TRUST_PROXY: trustProxy.default(false),
  PUBLIC_URL: webAddress('https://easel.example.com').optional(),
  WORKER: flag.default(true),
  MAX_UPLOAD_MB: amount(10_000, 100).default(100),
  MAX_MEGAPIXELS: amount(100, 50).default(100),
  GHOSTSCRIPT: flag.default(false),
  CLAMAV_URL: z.string().refine(isTcpAddress, 'use the address of clamd, for example tcp://127.0.0.1:3310').optional(),
  ...quotaEnvironment,
  PAGE_CACHE_MB: amount(10_000, 64, 0).default(64),
  RENDER_LIMIT: amount(10_000, 25, 0).default(25),
  STATEMENT_SECONDS: amount(3600, 60).default(60)
})

type Environment = z.output<typeof environment>

/** Reads and validates every setting. Throws a StartError with one line for each invalid one. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = readEnvironment(env)
  const problems = contradictions(read)
  if (problems.length > 0) throw new StartError(...problems)
  return toSettings(read)
}

/** Reads the settings for a command, which needs neither payments nor email. */
export function readCommandSettings(env: NodeJS.ProcessEnv): Settings {
  const read = readEnvironment(env)
  const problems = missingAddress(read)
  if (problems.length > 0) throw new StartError(...problems)
  return toSettings(read)
}

function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) throw new StartError(...read.error.issues.map((issue) => problemOf(String(issue.path[0]), issue.message, given)))
  return read.data
}

function problemOf(name: string, advice: string, given: NodeJS.ProcessEnv): string {
  const value = given[name]
  return `${name} ${SECRETS.has(name) || value === undefined ? 'cannot be used' : `is "${value}"`}: ${advice}.`
}

function contradictions(env: Environment): string[] {
  const isProduction = env.NODE_ENV === 'production'
  const refused = [...missingAddress(env), ...missingPayPal(env, isProduction), ...(isProduction ? unfitForProduction(env) : [])]
  const why = env.DEMO && whyExposed(placeOf(env))
  if (why) refused.push(`DEMO is 1: ${why}, and the password of the demo accounts is public. Set DEMO=0.`)
  return refused
}

const missingAddress = ({ DATABASE_URL, DATABASE_OWNER_URL }: Environment): string[] =>
  DATABASE_OWNER_URL && !DATABASE_URL ? ['DATABASE_OWNER_URL is set without DATABASE_URL: set the address that the app uses too.'] : []

const placeOf = (env: Environment) => ({
  production: env.NODE_ENV === 'production',
  host: env.HOST,
  public_url: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
})

function missingPayPal({ PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID }: Environment, isProduction: boolean): string[] {
  if (!isProduction && !PAYPAL_CLIENT_ID && !PAYPAL_CLIENT_SECRET) return []
  return Object.entries({ PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID })
    .filter(([, value]) => !value)
    .map(([name]) => `${name} is missing: copy it from PayPal's developer dashboard.`)
}

function unfitForProduction(env: Environment): string[] {
  const lines: string[] = []
  if (!env.SESSION_SECRET) lines.push('SESSION_SECRET is missing: in production, set at least 32 random characters of your own.')
  if (env.PAYPAL_CLIENT_SECRET === SANDBOX_CREDENTIALS.client_secret)
    lines.push("PAYPAL_CLIENT_SECRET belongs to the sandbox: in production, set PayPal's own.")
  if (env.PAYPAL_BASE_URL?.startsWith('http:')) lines.push('PAYPAL_BASE_URL is not https: in production, set https://api-m.paypal.com.')
  return lines
}

function toSettings(env: Environment): Settings {
  const place = placeOf(env)
  const exposed = whyExposed(place) !== undefined
  return {
    ...place,
    exposed,
    port: env.PORT,
    data_dir: env.DATA_DIR,
    database_url: env.DATABASE_URL,
    database_owner_url: env.DATABASE_OWNER_URL,
    files_url: env.FILES_URL ?? join(env.DATA_DIR, 'files'),
    smtp_url: env.SMTP_URL,
    smtp_requires_tls: requiresTls(env),
    mail_from: env.MAIL_FROM ?? { name: env.BRAND_NAME, address: 'no-reply@easel.test' },
    support_email: env.SUPPORT_EMAIL,
    paypal: toPayPalSettings(env, { production: place.production, exposed }),
    session_secret: env.SESSION_SECRET ?? storedSecret(env.DATA_DIR, 'session_secret'),
    certificate_key: env.CERTIFICATE_KEY ?? storedSecret(env.DATA_DIR, 'certificate_key'),
    applicant_keys: env.APPLICANT_KEYS ?? commaSeparated(storedSecret(env.DATA_DIR, APPLICANT_KEYS)),
    brand_name: env.BRAND_NAME,
    social_links: env.SOCIAL_LINKS,
    demo: env.DEMO ?? !(exposed || env.DATABASE_URL),
    trust_proxy: env.TRUST_PROXY,
    worker: env.WORKER,
    uploads: { max_bytes: env.MAX_UPLOAD_MB * 1024 * 1024, max_pixels: env.MAX_MEGAPIXELS * 1_000_000, ghostscript: env.GHOSTSCRIPT },
    clamav_url: env.CLAMAV_URL,
    quotas: toQuotas(env),
    page_cache_bytes: env.PAGE_CACHE_MB * 1024 * 1024,
    render_limit: env.RENDER_LIMIT,
    statement_ms: env.STATEMENT_SECONDS * 1000
  }
}

/** A mail server on this machine needs no encryption. The built-in mailbox has none. */
const requiresTls = ({ SMTP_URL, SMTP_REQUIRE_TLS }: Environment): boolean =>
  SMTP_URL !== undefined && (SMTP_REQUIRE_TLS ?? !isLocal(new URL(SMTP_URL).hostname))

function toPayPalSettings(env: Environment, { production, exposed }: Pick<Settings, 'production' | 'exposed'>): PayPalSettings {
  const is_sandbox = !env.PAYPAL_CLIENT_ID
  const provider = production ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com'
  const own = `http://127.0.0.1:${env.PAYPAL_SANDBOX_PORT}`
  return {
    base_url: env.PAYPAL_BASE_URL ?? (is_sandbox ? own : provider),
    client_id: env.PAYPAL_CLIENT_ID ?? SANDBOX_CREDENTIALS.client_id,
    client_secret: env.PAYPAL_CLIENT_SECRET ?? SANDBOX_CREDENTIALS.client_secret,
    webhook_id: env.PAYPAL_WEBHOOK_ID ?? SANDBOX_CREDENTIALS.webhook_id,
    sandbox_port: env.PAYPAL_SANDBOX_PORT,
    is_sandbox,
    starts_sandbox: is_sandbox && !env.PAYPAL_BASE_URL && !exposed
  }
}
