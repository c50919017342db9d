import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { IconifyJSON } from '@iconify/types'
import { freePort } from '#processes/startup/tcp-ports.ts'

const PROGRAM = join(dirname(createRequire(import.meta.url).resolve('@iconify/api/package.json')), 'lib/index.js')
const START_MS = 20_000

/** Starts Iconify's own API on loopback with these sets alone. */
export async function startIconifyApi(sets: readonly IconifyJSON[]): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'easel-iconify-api-'))
  await mkdir(join(folder, 'icons'))
  for (const set of sets) await writeFile(join(folder, 'icons', `${set.prefix}.json`), JSON.stringify(set))
  const port = await freePort()
  const program = spawn(process.execPath, [PROGRAM], {
    cwd: folder,
    env: { ...process.env, ICONIFY_SOURCE: 'none', HOST: '127.0.0.1', PORT: String(port), CACHE_ROOT_DIR: join(folder, 'cache') },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const url = `http://127.0.0.1:${port}`
  const said: string[] = []
  program.stdout.on('data', (text) => said.push(String(text)))
  program.stderr.on('data', (text) => said.push(String(text)))
  await answering(program, url, said)
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => program.once('exit', resolve))
      program.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function answering(program: ChildProcess, url: string, said: readonly string[]): Promise<void> {
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    if (program.exitCode !== null) break
    const isUp = await fetch(`${url}/collections`).then(
      async (answer) => answer.ok && Object.keys((await answer.json()) as object).length > 0,
      () => false
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  program.kill()
  throw new Error(`@iconify/api did not start: ${said.join('').slice(-2000)}`)
}
