import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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
