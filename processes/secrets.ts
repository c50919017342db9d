import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The name of the keys of applicants' files: several with commas between, the newest first. */
export const APPLICANT_KEYS = 'applicant_keys'

/** Whoever holds the lock needs milliseconds: one this old was left by a crash. */
const ABANDONED_AFTER_MS = 5000
const LOOK_AGAIN_MS = 10

type Secrets = Record<string, string>

/** A secret of this data folder: made at its first use, kept in a file that only its owner reads. Processes that start together have the same. */
export function keptSecret(data_dir: string, name: string): string {
  const file = join(data_dir, 'secrets.json')
  return readSecrets(file)[name] || change(file, (kept) => ({ ...kept, [name]: kept[name] || newSecret() }))[name]!
}

/** Puts a new key before those kept under a name; answers how many there are now. */
export function addKeptKey(data_dir: string, name: string): number {
  const file = join(data_dir, 'secrets.json')
  const add = (kept: Secrets) => ({ ...kept, [name]: [newSecret(), kept[name] || newSecret()].join(',') })
  return change(file, add)[name]!.split(',').length
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** One process at a time reads, changes and writes: the other's secrets stay. */
function change(file: string, next: (kept: Secrets) => Secrets): Secrets {
  const unlock = lock(`${file}.lock`)
  try {
    const secrets = next(readSecrets(file))
    writeWhole(file, JSON.stringify(secrets, null, 2))
    return secrets
  } finally {
    unlock()
  }
}

/** Waits until the file is this process's alone; answers how to give it back. */
function lock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true })
  while (!take(file)) {
    if (ageOf(file) > ABANDONED_AFTER_MS) rmSync(file, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS)
  }
  return () => rmSync(file, { force: true })
}

/** Whether the file is made by this call, and not there already. */
function take(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** In milliseconds; 0 where it is gone by now. */
function ageOf(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? Date.now() - stat.mtimeMs : 0
}

function readSecrets(file: string): Secrets {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Secrets) : {}
}

/** A crash leaves the old file or the new one, never half of one. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const next = `${file}.${process.pid}`
  writeFileSync(next, text, { mode: 0o600, flush: true })
  renameSync(next, file)
}
