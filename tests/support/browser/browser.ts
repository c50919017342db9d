import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

// The headless shell comes first: it does the same work with a fifth less processor time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/** Returns the path of a Chromium: CHROMIUM_PATH, an installed one, or Playwright's own. */
export function findBrowser(): string | undefined {
  const given = process.env['CHROMIUM_PATH']
  if (given) return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...found, ...MAC, chromium.executablePath()].find((path) => existsSync(path))
}

/** Finds a Chromium or installs one: Playwright's, or as root on Debian the system's. Returns undefined if that fails. */
export function ensureBrowser(): string | undefined {
  const found = findBrowser()
  if (found) return found
  console.log('No Chromium on this machine: installing one …')
  const script = join(import.meta.dirname, '../../../node_modules/@playwright/test/cli.js')
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  spawnSync(process.execPath, [script, 'install', ...(isDebianRoot ? ['--with-deps'] : []), 'chromium'], { stdio: 'inherit' })
  if (!findBrowser() && isDebianRoot) installByApt()
  return findBrowser()
}

function installByApt(): void {
  try {
    execFileSync('apt-get', ['update'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', 'chromium-headless-shell'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    })
  } catch {
    console.error('apt-get could not install chromium-headless-shell: set CHROMIUM_PATH to a Chromium or Chrome.')
  }
}
