import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '../startup/start-error.ts'

/** The name under which the keys of applicants' files are stored: comma-separated, newest first. */
export const APPLICANT_KEYS = 'applicant_keys'

/** A lock is held for milliseconds. One this old was left by a crash. */
const ABANDONED_AFTER_MS = 5000
const LOCK_POLL_MS = 10

type Secrets = Record<string, string>

/** Returns a secret of this data folder. It is created on first use, in a file that only its owner may read; processes that start together get the same one. */
export function storedSecret(data_dir: string, name: string): string {
  const file = join(data_dir, 'secrets.json')
  return readSecrets(file)[name] || change(data_dir, name, (stored) => stored || newSecret())
}

/** Replaces the named secrets and keeps the others, under a lock, so that processes do not overwrite each other's. `next` gets the stored ones. */
export function storeSecrets(data_dir: string, next: (stored: Secrets) => Secrets): void {
  const file = join(data_dir, 'secrets.json')
  const unlock = lock(`${file}.lock`)
  try {
    const secrets = readSecrets(file)
    writeWhole(file, JSON.stringify({ ...secrets, ...next(secrets) }, null, 2))
  } finally {
    unlock()
  }
}

/** Adds a new key in front of the stored ones. Returns the number of keys. */
export function addStoredKey(data_dir: string, name: string): number {
  return change(data_dir, name, (stored) => [newSecret(), stored || newSecret()].join(',')).split(',').length
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Changes one secret. Returns the new value. */
function change(data_dir: string, name: string, next: (stored: string | undefined) => string): string {
  let value = ''
  storeSecrets(data_dir, (stored) => {
    value = next(stored[name])
    return { [name]: value }
  })
  return value
}

/** Waits for the lock file. Returns the function that releases it. */
function lock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true })
  while (!take(file)) {
    if (ageOf(file) > ABANDONED_AFTER_MS) rmSync(file, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS)
  }
  return () => rmSync(file, { force: true })
}

/** Whether this call created the file. */
function take(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** In milliseconds. 0 when the file is gone by now. */
function ageOf(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? Date.now() - stat.mtimeMs : 0
}

function readSecrets(file: string): Secrets {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Replaces a file atomically: a crash leaves the old content or the new, never half of it. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const next = `${file}.${process.pid}`
  writeFileSync(next, text, { mode: 0o600, flush: true })
  renameSync(next, file)
}
