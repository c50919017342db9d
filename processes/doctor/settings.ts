import { unfitForStrangers } from '../settings/exposure.ts'
import { readCommandSettings, readSettings } from '../settings/read-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { StartError } from '../startup/start-error.ts'
import { startWarnings } from '../startup/start-warnings.ts'
import { type Finding, ok, problem, warning } from './check.ts'

type Environment = NodeJS.ProcessEnv

const KEY = Buffer.alloc(32, 1).toString('base64')

/** Stands in for secrets that are not set, so that a check creates none. */
const withKeys = (env: Environment): Environment => ({
  ...env,
  CERTIFICATE_KEY: env['CERTIFICATE_KEY'] || KEY,
  APPLICANT_KEYS: env['APPLICANT_KEYS'] || KEY
})

/** Returns the settings for the other checks: one that cannot be used counts as not set. */
export function usableSettings(env: Environment): Settings {
  const given: Environment = { ...withKeys(env), SESSION_SECRET: KEY }
  for (;;) {
    try {
      return readCommandSettings(given)
    } catch (error) {
      const names = error instanceof StartError ? namesIn(error.message) : []
      if (!names.some((name) => name in given)) throw error
      for (const name of names) delete given[name]
    }
  }
}

const namesIn = (message: string): string[] => [...message.matchAll(/^([A-Z][A-Z_]+) /gm)].map(([, name = '']) => name)

/** Checks the settings as a start does. */
export function checkSettings(env: Environment): Finding {
  const isProduction = env['NODE_ENV'] === 'production'
  const given: Environment = { ...withKeys(env), ...(!isProduction && { SESSION_SECRET: env['SESSION_SECRET'] || KEY }) }
  try {
    const settings = readSettings(given)
    const unfit = unfitForStrangers(settings)
    if (unfit.length > 0) return refused(unfit)
    const warnings = startWarnings(settings, env).map((line) => line.replace(/^Warning: /, ''))
    if (warnings.length > 0) return warning(`npm start warns: ${warnings.join(' ')}`, '')
    return ok(`usable, for ${settings.public_url}${settings.production ? ' in production' : ''}`)
  } catch (error) {
    if (error instanceof StartError) return refused(error.message.split('\n'))
    throw error
  }
}

const refused = (lines: readonly string[]): Finding => problem(`npm start refuses them: ${lines.join(' ')}`, '')

/** Returns every secret in the settings. */
export function secretsIn(settings: Settings, env: Environment): string[] {
  const { database_url, database_owner_url, database_session_url, database_read_urls, smtp_url, files_url } = settings
  const urls = [database_url, database_owner_url, database_session_url, ...database_read_urls, smtp_url, files_url]
  const passwords = urls.flatMap((url) => (url && URL.canParse(url) ? passwordsIn(new URL(url)) : []))
  const keys = ['SESSION_SECRET', 'CERTIFICATE_KEY', 'APPLICANT_KEYS', 'PAYPAL_CLIENT_SECRET'].map((name) => env[name] ?? '')
  return [...passwords, ...keys, settings.paypal.client_secret].filter((secret) => secret.length > 3)
}

const passwordsIn = ({ password }: URL): string[] => [password, decodeURIComponent(password)]
