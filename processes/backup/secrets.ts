import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { keyRing } from '#platform/server/sealing.ts'
import { commaSeparated } from '../settings/fields.ts'
import type { Settings } from '../settings/settings.ts'
import { APPLICANT_KEYS, storeSecrets, writeWhole } from '../settings/stored-secrets.ts'
import { StartError } from '../startup/start-error.ts'

/** What the restored data needs: without the applicants' keys, nobody can read their files. Passwords of the database are not in it, because each cluster has its own. */
const secrets = z.object({ session_secret: z.string(), certificate_key: z.string(), applicant_keys: z.array(z.string()) })

type Secrets = z.output<typeof secrets>

/** In the backup itself, or in a folder that is kept apart from it. */
export const secretsPath = (backup: string, name: string, apart: string | undefined): string =>
  apart === undefined ? join(backup, 'secrets.json') : join(apart, `${name}.json`)

/** What is encrypted with keys that the keys of APPLICANT_KEYS wrap. */
const SEALED = [
  ['careers.applicant_file', "the applicants' files"],
  ['accounts.totp', 'the authenticator apps']
] as const

/** Refuses a backup whose secrets could not open what it contains. It may run with another DATA_DIR than the product. */
export async function requireKeys(client: pg.ClientBase, { applicant_keys }: Settings): Promise<void> {
  const known = keyRing(applicant_keys).map(({ id }) => id)
  for (const [table, what] of SEALED) {
    const count = await countUnknown(client, table, known)
    if (count > 0)
      throw new StartError(`The keys of ${count} of ${what} are missing: run this with the product's DATA_DIR, or with its APPLICANT_KEYS.`)
  }
}

async function countUnknown(client: pg.ClientBase, table: (typeof SEALED)[number][0], known: readonly string[]): Promise<number> {
  const { rows: tables } = await client.query<{ isThere: boolean }>(`select to_regclass('${table}') is not null as "isThere"`)
  if (!tables[0]?.isThere) return 0
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${table} where key_id is not null and key_id <> all ($1)`,
    [known]
  )
  return rows[0]?.count ?? 0
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Writes the secrets in use, whether they come from the environment or from DATA_DIR. Only the owner may read them. Returns their hash. */
export function writeSecrets(path: string, { session_secret, certificate_key, applicant_keys }: Settings): string {
  const text = JSON.stringify({ session_secret, certificate_key, applicant_keys } satisfies Secrets, null, 2)
  writeWhole(path, text)
  return hashOf(text)
}

export function readSecrets(path: string, sha256: string): Secrets {
  if (!existsSync(path)) throw new StartError(`The secrets of the backup are not in ${path}: name their folder with --secrets FOLDER.`)
  const text = readFileSync(path, 'utf8')
  if (hashOf(text) !== sha256) throw new StartError(`The backup is damaged: ${path} does not match its hash.`)
  return secrets.parse(JSON.parse(text))
}

/** Puts the secrets into DATA_DIR. The applicants' keys of a shop that is replaced are kept behind those of the backup. */
export function restoreSecrets(data_dir: string, restored: Secrets, { keepsKeys }: { keepsKeys: boolean }): void {
  storeSecrets(data_dir, (stored) => {
    const kept = keepsKeys ? keysIn(stored[APPLICANT_KEYS]) : []
    return { ...restored, [APPLICANT_KEYS]: [...new Set([...restored.applicant_keys, ...kept])].join(',') }
  })
}

/** Returns warnings about settings that override the restored secrets with other values. */
export function overridden({ session_secret, certificate_key, applicant_keys }: Secrets, env: NodeJS.ProcessEnv): string[] {
  const keys = keysIn(env['APPLICANT_KEYS'])
  const missing = keys.length > 0 ? applicant_keys.filter((key) => !keys.includes(key)).length : 0
  return [
    ...(missing > 0
      ? [
          `APPLICANT_KEYS lacks ${missing} of the backup's keys: add them from DATA_DIR/secrets.json, or files of applicants cannot be read.`
        ]
      : []),
    ...differs(env, 'CERTIFICATE_KEY', certificate_key, 'new certificates are signed with the one in the setting'),
    ...differs(env, 'SESSION_SECRET', session_secret, 'everyone has to sign in again')
  ]
}

const keysIn = (text = ''): string[] => commaSeparated(text).filter((key) => key !== '')

const differs = (env: NodeJS.ProcessEnv, name: string, stored: string, then: string): string[] =>
  env[name] && env[name] !== stored ? [`${name} differs from the backup's: ${then}.`] : []
