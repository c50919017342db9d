import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILED, compileCommand } from '#platform/server/decoders/decoder-process.ts'
import { execProgram } from './database/exec-program.ts'
import type { Say } from './database/postgres-binaries.ts'
import { StartError } from './startup/start-error.ts'

/** The files the bundle is built from. A change to any of them requires a new build. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  '{business,platform,processes}/**/*.{ts,tsx,js,css,svg,png,json,woff2}'
]
const STAMP = 'build/.easel-build'

/** Builds pages and server, unless the existing build was made from exactly these sources. */
export async function ensureBuilt(root: string, say: Say): Promise<void> {
  const hash = hashOfSources(root)
  const stamp = join(root, STAMP)
  if (existsSync(join(root, 'build/server/index.js')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  say('Building the pages …')
  const script = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await execProgram(process.execPath, [script, 'build'], { cwd: root, env })
  if (code !== 0) throw new StartError(output, 'The build failed: see its output above.')
  await compileDecoders(root)
  writeFileSync(stamp, hash)
}

async function compileDecoders(root: string): Promise<void> {
  // Node keeps what was compiled from earlier versions of a file.
  rmSync(join(root, COMPILED), { recursive: true, force: true })
  const { args, env } = compileCommand(globSync('business/*/server/**/*-tasks.ts', { cwd: root }))
  const { code, output } = await execProgram(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
  if (code !== 0) throw new StartError(output, 'The decoders could not be compiled: see the output above.')
}

function hashOfSources(root: string): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

if (import.meta.main) await ensureBuilt(process.cwd(), console.log)
