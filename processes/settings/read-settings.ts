import { join, resolve } from 'node:path'
import { z } from 'zod'
import { LOG_LEVELS } from '#platform/server/log/levels.ts'
import { StartError } from '../startup/start-error.ts'
import { halfOwnCertificate, toOwnCertificate } from './content-credentials.ts'
import { isLocal, whyExposed } from './exposure.ts'
import {
  accelLocation,
  amount,
  applicantKeys,
  commaSeparated,
  databaseAddress,
  databaseAddresses,
  filesAddress,
  fileText,
  flag,
  hasProtocol,
  isTcpAddress,
  KEY_32,
  KEY_ADVICE,
  mailFrom,
  port,
  socialLinks,
  webAddress
} from './fields.ts'
import { quotaEnvironment, toQuotas, toRenditionLimits } from './quotas.ts'
import { sellerEnvironment, toSeller } from './seller.ts'
import type { PayPalSettings, Settings } from './settings.ts'
import { APPLICANT_KEYS, storedSecret } from './stored-secrets.ts'
import { trustProxy } from './trust-proxy.ts'

export const SANDBOX_CREDENTIALS = {
  client_id: 'easel-sandbox-client',
  client_secret: 'easel-sandbox-secret',
  webhook_id: 'WHEASELSANDBOX'
}

const SECRETS = new Set([
  'SESSION_SECRET',
  'CERTIFICATE_KEY',
  'CONTENT_CREDENTIALS_KEY',
  'APPLICANT_KEYS',
  'PAYPAL_CLIENT_SECRET',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'DATABASE_SESSION_URL',
  'SMTP_URL',
  'FILES_URL'
])

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
  DATABASE_READ_URL: databaseAddresses.default([]),
  REPLICA_LAG_MS: amount(60_000, 1000, 100).default(1000),
  DATABASE_SESSION_URL: databaseAddress.optional(),
  FILES_URL: filesAddress.optional(),
  ACCEL_REDIRECT: accelLocation.optional(),
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
  CONTENT_CREDENTIALS_CERTIFICATE: fileText.optional(),
  CONTENT_CREDENTIALS_KEY: fileText.optional(),
  ADMIN_SECOND_FACTOR_DAYS: amount(365, 14, 0).optional(),
  BRAND_NAME: z.string().trim().min(1).max(40, 'use a name of at most 40 characters').default('Easel'),
  SOCIAL_LINKS: socialLinks.default([]),
  ...sellerEnvironment,
  DEMO: flag.optional(),
  TRUST_PROXY: trustProxy.default(false),
  PUBLIC_URL: webAddress('https://easel.example.com').optional(),
  WORKER: flag.default(true),
  MAX_UPLOAD_MB: amount(10_000, 100).default(100),
  MAX_MEGAPIXELS: amount(100, 50).default(100),
  GHOSTSCRIPT: flag.default(false),
  WEBHOOK_ALLOW_LOOPBACK: flag.default(false),
  CLAMAV_URL: z.string().refine(isTcpAddress, 'use the address of clamd, for example tcp://127.0.0.1:3310').optional(),
  ...quotaEnvironment,
  PAGE_CACHE_MB: amount(10_000, 64, 0).default(64),
  PREVIEW_CACHE_MB: amount(10_000, 24, 0).default(24),
  RENDER_LIMIT: amount(10_000, 25, 0).default(25),
  PREPARED_STATEMENTS: flag.default(true),
  STATEMENT_SECONDS: amount(3600, 60).default(60),
  DRAIN_SECONDS: amount(10, 5, 0).default(0),
  LOG_LEVEL: z.enum(LOG_LEVELS, `use one of ${LOG_LEVELS.join(', ')}`).optional()
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
  const refused = [
    ...missingAddress(env),
    ...halfOwnCertificate(env),
    ...missingPayPal(env, isProduction),
    ...(isProduction ? unfitForProduction(env) : [])
  ]
  const why = env.DEMO && whyExposed(placeOf(env))
  if (why) refused.push(`DEMO is 1: ${why}, and the password of the demo accounts is public. Set DEMO=0.`)
  return refused
}

const missingAddress = ({ DATABASE_URL, ...others }: Environment): string[] =>
  (['DATABASE_OWNER_URL', 'DATABASE_SESSION_URL'] as const)
    .filter((name) => others[name] && !DATABASE_URL)
    .map((name) => `${name} is set without DATABASE_URL: set the address that the app uses too.`)

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

/** In production. The demo asks nobody for a second factor. */
const USUAL_SECOND_FACTOR_DAYS = 14

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
    database_read_urls: env.DATABASE_READ_URL,
    replica_lag_ms: env.REPLICA_LAG_MS,
    database_session_url: env.DATABASE_SESSION_URL,
    files_url: env.FILES_URL ?? join(env.DATA_DIR, 'files'),
    accel_redirect: env.ACCEL_REDIRECT,
    smtp_url: env.SMTP_URL,
    smtp_requires_tls: requiresTls(env),
    mail_from: env.MAIL_FROM ?? { name: env.BRAND_NAME, address: 'no-reply@easel.test' },
    support_email: env.SUPPORT_EMAIL,
    paypal: toPayPalSettings(env, { production: place.production, exposed }),
    session_secret: env.SESSION_SECRET ?? storedSecret(env.DATA_DIR, 'session_secret'),
    certificate_key: env.CERTIFICATE_KEY ?? storedSecret(env.DATA_DIR, 'certificate_key'),
    content_credentials: toOwnCertificate(env),
    applicant_keys: env.APPLICANT_KEYS ?? commaSeparated(storedSecret(env.DATA_DIR, APPLICANT_KEYS)),
    admin_second_factor_days: env.ADMIN_SECOND_FACTOR_DAYS ?? (place.production && !env.DEMO ? USUAL_SECOND_FACTOR_DAYS : undefined),
    brand_name: env.BRAND_NAME,
    social_links: env.SOCIAL_LINKS,
    seller: toSeller(env, exposed),
    demo: env.DEMO ?? !(exposed || env.DATABASE_URL),
    trust_proxy: env.TRUST_PROXY,
    worker: env.WORKER,
    uploads: { max_bytes: env.MAX_UPLOAD_MB * 1024 * 1024, max_pixels: env.MAX_MEGAPIXELS * 1_000_000, ghostscript: env.GHOSTSCRIPT },
    webhooks: { allows_loopback: env.WEBHOOK_ALLOW_LOOPBACK },
    clamav_url: env.CLAMAV_URL,
    quotas: toQuotas(env),
    renditions: toRenditionLimits(env),
    page_cache_bytes: env.PAGE_CACHE_MB * 1024 * 1024,
    preview_cache_bytes: env.PREVIEW_CACHE_MB * 1024 * 1024,
    render_limit: env.RENDER_LIMIT,
    prepared_statements: env.PREPARED_STATEMENTS,
    statement_ms: env.STATEMENT_SECONDS * 1000,
    drain_ms: env.DRAIN_SECONDS * 1000,
    log: { level: env.LOG_LEVEL ?? (place.production ? 'info' : 'warn'), readable: !place.production }
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
