import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']

const isInstalled = (name: string): boolean => FOLDERS.some((folder) => existsSync(join(folder, name)))

/** Returns whether the programs that a test needs are installed. A missing one is handled by `requiredOnCi`. */
export function hasPrograms(...names: string[]): boolean {
  const missing = names.filter((name) => !isInstalled(name))
  return requiredOnCi(missing.join(', '), missing.length === 0)
}

/**
 * Returns `isThere`. Throws on CI (CI=true) when it is false; elsewhere it prints a warning, the test is skipped, and
 * `npm test` counts it in its last line.
 */
export function requiredOnCi(name: string, isThere: boolean): boolean {
  if (isThere) return true
  if (process.env['CI']) throw new Error(`Not installed: ${name}. CI runs every test, so install it there.`)
  console.warn(`Not installed: ${name}. The tests that need it are skipped.`)
  return false
}
