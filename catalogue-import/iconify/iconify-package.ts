import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = '@iconify/json@2.2.535'
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** Next to the installed packages, so that neither package-lock.json nor the running server is affected. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'iconify')

/** Returns the folder of @iconify/json. It is downloaded on first use, because few people need its 465 MB. */
export async function iconifyFolder(log: (line: string) => void): Promise<string> {
  const present = [inDependencies(), join(CACHE, 'node_modules', '@iconify', 'json')].find(
    (folder) => folder && existsSync(join(folder, 'collections.json'))
  )
  if (present) return present
  log(`Downloading ${PACKAGE} (about 465 MB on disk, only once) …`)
  await mkdir(CACHE, { recursive: true })
  await npmInstall()
  return join(CACHE, 'node_modules', '@iconify', 'json')
}

function inDependencies(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('@iconify/json/collections.json'))
  } catch {
    return undefined
  }
}

async function npmInstall(): Promise<void> {
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', ['install', '--prefix', CACHE, ...flags, PACKAGE], {
    cwd: CACHE,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32'
  })
  const code = await new Promise<number | null>((resolve, reject) => npm.once('error', reject).once('close', resolve))
  if (code !== 0) throw new Error(`npm could not download ${PACKAGE} (exit code ${code}). Check the network and try again.`)
}
