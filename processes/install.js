// Plain JavaScript on Node's own modules: it runs before anything is installed.
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
/** Who started us, before any time has passed: npm may be killed while packages are being installed. */
const PARENT = process.ppid

/** Installs exactly what package-lock.json names, unless that is there already. */
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

/** Whether what npm wrote down about node_modules is what the lock file asks for, so that an `npm install` by hand is not done again. */
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
  throw new Error('npm could not install the packages (its own words are above): check the network connection and run this again.')
}

function npm(words) {
  // npm's own script, where npm started us, spares looking for it; Windows has npm as a .cmd that needs a shell.
  const script = process.env.npm_execpath
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  const child = spawn(command, [...first, ...words], {
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

/** Runs a script with Node 24 and answers its exit code; signals that reach us reach it, and it ends when we are gone. */
export function runNode24(words) {
  const env = { ...process.env, PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH}` }
  const child = spawn(node24(), words, { cwd: ROOT, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** When npm started us and is killed, nobody would stop us any more. */
function endWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const check = setInterval(() => {
    if (process.ppid === PARENT) return
    clearInterval(check)
    stop()
  }, PARENT_CHECK_MS)
  check.unref()
}
