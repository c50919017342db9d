import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The name of the keys of applicants' files: several with commas between, the newest first. */
export const APPLICANT_KEYS = 'applicant_keys'

/** A secret of this data folder: made at its first use, kept in a file that only its owner reads. */
export function keptSecret(data_dir: string, name: string): string {
  const file = join(data_dir, 'secrets.json')
  const kept = readSecrets(file)
  const known = kept[name]
  if (known) return known
  const made = randomBytes(32).toString('base64url')
  writeWhole(file, JSON.stringify({ ...kept, [name]: made }, null, 2))
  return made
}

/** Puts a new key before those kept under a name; answers how many there are now. */
export function addKeptKey(data_dir: string, name: string): number {
  const keys = [randomBytes(32).toString('base64url'), ...keptSecret(data_dir, name).split(',')]
  const file = join(data_dir, 'secrets.json')
  writeWhole(file, JSON.stringify({ ...readSecrets(file), [name]: keys.join(',') }, null, 2))
  return keys.length
}

function readSecrets(file: string): Record<string, string> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}

/** A crash leaves the old file or the new one, never half of one. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const next = `${file}.${process.pid}`
  writeFileSync(next, text, { mode: 0o600, flush: true })
  renameSync(next, file)
}
