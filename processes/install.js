// Plain JavaScript with Node's own modules only: it runs before any package is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.easel-lock')
const TICK_MS = 10_000
const PARENT_CHECK_MS = 500
/** Read immediately: npm may be killed while packages are being installed. */
const PARENT = process.ppid

/** Installs exactly what package-lock.json lists, unless it is installed already. */
export async function install() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  if (isComplete() && read(STAMP) === hash) return
  if (!isComplete() || !agrees(JSON.parse(lock))) await runNpmCi()
  writeFileSync(STAMP, hash)
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const isComplete = () => existsSync(node24())

function node24() {
  const file = join(MODULES, 'node', 'bin', 'node')
  return process.platform === 'win32' ? `${file}.exe` : file
}

/** Whether node_modules already holds what the lock file lists, so that a manual `npm install` is not repeated. */
function agrees({ packages: wanted }) {
  const text = read(join(MODULES, '.package-lock.json'))
  if (!text) return false
  const { packages: held } = JSON.parse(text)
  const isMissing = ([path, { optional }]) => path !== '' && !optional && !held[path]
  const isOther = ([path, { version, integrity }]) => wanted[path]?.version !== version || wanted[path]?.integrity !== integrity
  return !Object.entries(wanted).some(isMissing) && !Object.entries(held).some(isOther)
}

async function runNpmCi() {
  const start = Date.now()
  console.log('Installing packages (once, about half a minute) …')
  const tick = setInterval(() => console.log(`  … still installing, ${Math.round((Date.now() - start) / 1000)} s`), TICK_MS)
  const { code, output } = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'])
  clearInterval(tick)
  if (code === 0) return
  console.error(output.trim())
  throw new Error('npm could not install the packages (see its output above): check the network connection and run this again.')
}

function npm(args) {
  // When npm started this process, its script is known. On Windows, npm is a .cmd file, which needs a shell.
  const script = process.env.npm_execpath
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  const child = spawn(command, [...first, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'development' },
    shell: command === 'npm' && process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe']
  })
  return outcome(child)
}

function outcome(child) {
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Runs a script with Node 24 and returns its exit code. Forwards signals to it; it ends when this process ends. */
export function runNode24(args) {
  const env = {
    // Compiled code from the last start makes the next one a third faster.
    NODE_COMPILE_CACHE: join(ROOT, 'build/.compile-cache'),
    // Otherwise the C library opens a heap for each busy thread, and what was freed in one is not used by the others: up to 30 MB at rest.
    MALLOC_ARENA_MAX: '1',
    ...process.env,
    PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH}`
  }
  const child = spawn(node24(), args, { cwd: ROOT, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** When npm started this process and is killed, nothing else would stop it. */
function endWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const check = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(check)
    stop()
  }, PARENT_CHECK_MS)
  check.unref()
}
