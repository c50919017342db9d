/**
 * npm run deploy -- start|status|stop [FOLDER] [--port FIRST] [--without SETTING,SETTING]
 *
 * Starts everything that several machines would run on this one, from Debian's packages. README.md says what runs where.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { StartError } from '#processes/startup/start-error.ts'
import { writeConfiguration } from './configuration.ts'
import { databaseUrls, FIRST_PORT, type Plan, planOf } from './plan.ts'
import { createRoles, giveToPostgres, makeCertificate, startCeph } from './prepare.ts'
import { isAlive, processesOf } from './processes.ts'
import { runToEnd } from './run-to-end.ts'
import { etcd, haproxy, nginx, patroni, paypal, pgbouncer, product } from './services.ts'
import { Supervisor } from './supervisor.ts'
import { answers, until } from './wait.ts'

const DEFAULT_FOLDER = 'data/reference'

const say = (line: string) => console.log(line)

/** Starts one thing after the other, each when what it needs answers. */
async function supervise(plan: Plan): Promise<void> {
  const { ports, folder } = plan
  const supervisor = new Supervisor(folder)
  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    await supervisor.stop()
    rmSync(join(folder, 'processes.pid'), { force: true })
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop(0))
  try {
    await startAll(plan, supervisor)
    say(`Ready: https://localhost:${ports.https}`)
  } catch (error) {
    if (!isStopping) console.error(error instanceof StartError ? error.message : error)
    await stop(1)
  }
}

async function startAll(plan: Plan, supervisor: Supervisor): Promise<void> {
  const { ports, folder } = plan
  const at = (port: number, path: string) => answers(`http://127.0.0.1:${port}${path}`)
  say('etcd, Patroni, and PostgreSQL …')
  supervisor.start(etcd(plan))
  await until('etcd answers', at(ports.etcd, '/health'))
  // Either may have been the primary when everything stopped.
  supervisor.start(patroni(plan, 1))
  const isNew = !existsSync(join(folder, 'database-2', 'data'))
  if (isNew) await until('the first PostgreSQL is the primary', at(ports.patroni_1, '/primary'))
  supervisor.start(patroni(plan, 2))
  supervisor.start(haproxy(plan))
  say("Ceph's S3 gateway …")
  await startCeph(plan, supervisor)
  await until('one PostgreSQL follows the other', async () => {
    const states = await Promise.all([ports.patroni_1, ports.patroni_2].map((port) => at(port, '/synchronous')().catch(() => false)))
    return states.includes(true)
  })
  await until('HAProxy leads to the primary', async () => createRoles(plan).then(() => true))
  supervisor.start(pgbouncer(plan))
  supervisor.start(paypal(plan))
  say('The schema and the demo …')
  const owner = { DATABASE_OWNER_URL: databaseUrls(plan).owner }
  await runToEnd(folder, { ...product(plan, 'worker_1', owner), name: 'migrate', args: ['processes/commands/migrate.ts'] })
  // The first process loads the demo, once.
  supervisor.start(product(plan, 'app_1', { DEMO: '1' }))
  await until('the first app process is ready', at(ports.app_1, '/health/ready'), { within: 600_000 })
  say('The other processes …')
  for (const name of ['app_2', 'app_3', 'worker_1', 'worker_2'] as const) supervisor.start(product(plan, name))
  for (const name of ['app_2', 'app_3', 'worker_1', 'worker_2'] as const) await until(`${name} is ready`, at(ports[name], '/health/ready'))
  supervisor.start(nginx(plan))
}

/** Starts the supervisor in the background, and returns when everything runs. */
async function start(plan: Plan, args: readonly string[]): Promise<void> {
  if (supervisorOf(plan)) throw new StartError(`It is running already. Stop it first: npm run deploy -- stop ${plan.folder}`)
  writeConfiguration(plan)
  giveToPostgres(plan)
  await makeCertificate(plan)
  rmSync(join(plan.folder, 'hold'), { recursive: true, force: true })
  mkdirSync(join(plan.folder, 'hold'))
  const log = join(plan.folder, 'logs', 'supervisor.log')
  rmSync(log, { force: true })
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, [import.meta.filename, 'supervise', ...args], { detached: true, stdio: ['ignore', output, output] })
  child.unref()
  let shown = 0
  while (child.exitCode === null) {
    const text = readFileSync(log, 'utf8')
    process.stdout.write(text.slice(shown))
    shown = text.length
    if (text.includes('Ready: ')) return
    await wait(200)
  }
  throw new StartError(readFileSync(log, 'utf8').slice(shown) || 'The start failed.')
}

function supervisorOf(plan: Plan): number | undefined {
  const pid = processesOf(plan).get('supervisor')
  return pid !== undefined && isAlive(pid) ? pid : undefined
}

function status(plan: Plan): void {
  const running = [...processesOf(plan)]
  if (!supervisorOf(plan)) throw new StartError('It is not running.')
  for (const [name, pid] of running) say(`${isAlive(pid) ? 'up  ' : 'down'}  ${name.padEnd(14)} ${pid}`)
  say(`\n${plan.public_url}`)
}

async function stop(plan: Plan): Promise<void> {
  const pid = supervisorOf(plan)
  if (!pid) throw new StartError('It is not running.')
  process.kill(pid, 'SIGTERM')
  while (isAlive(pid)) await wait(100)
  say('Stopped.')
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { port: { type: 'string', default: String(FIRST_PORT) }, without: { type: 'string', default: '' } }
  })
  const [action = 'status', folder = DEFAULT_FOLDER] = positionals
  const plan = planOf(folder, Number(values.port), values.without.split(','))
  if (action === 'start') await start(plan, [plan.folder, '--port', values.port, '--without', values.without])
  else if (action === 'supervise') await supervise(plan)
  else if (action === 'stop') await stop(plan)
  else if (action === 'status') status(plan)
  else throw new StartError('Use start, status, or stop.')
}

if (import.meta.main)
  main().catch((error: unknown) => {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  })
