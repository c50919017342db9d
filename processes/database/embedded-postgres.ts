import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { storedSecret, writeWhole } from '../settings/stored-secrets.ts'
import { isRunning } from '../startup/pid-file.ts'
import { StartError } from '../startup/start-error.ts'
import { freePort, isFree } from '../startup/tcp-ports.ts'
import { execProgram } from './exec-program.ts'
import { type Binaries, canEnter, ELSEWHERE, findBinaries, isRoot, type Owner, postgresUser, type Say } from './postgres-binaries.ts'

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_connections: '200' }
/** For data that may be lost in a power failure. */
export const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/** Settings that make results the same on every machine: no system locale. */
const EVERYWHERE = {
  listen_addresses: "'127.0.0.1'",
  timezone: "'UTC'",
  log_timezone: "'UTC'",
  lc_messages: "'C'",
  log_min_messages: 'warning',
  jit: 'off'
}

const INITDB = [
  '--username=easel',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256'
]

export type ClusterSettings = { folder: string; password: string; config?: Record<string, string>; say: Say }

export class Cluster {
  readonly #binaries: Binaries
  readonly #owner: Owner
  readonly #settings: ClusterSettings
  #port: number | undefined

  constructor(settings: ClusterSettings) {
    this.#settings = settings
    this.#owner = ownerOf(settings.folder)
    this.#port = knownPort(settings.folder)
    this.#binaries = findBinaries(this.#owner, settings.say)
  }

  url(database: string): string {
    return `postgres://easel:${this.#settings.password}@127.0.0.1:${this.#port}/${database}`
  }

  /** Returns the address for our own processes: where the system has Unix sockets, one takes less processor time than TCP. */
  localUrl(database: string, { role, password } = { role: 'easel', password: this.#settings.password }): string {
    const folder = socketFolder(this.#settings.folder)
    return `${this.urlAs(role, password, database)}${folder && `?host=${encodeURIComponent(folder)}`}`
  }

  /** Returns the address for another role. */
  urlAs(role: string, password: string, database: string): string {
    return `postgres://${role}:${password}@127.0.0.1:${this.#port}/${database}`
  }

  /** Creates the cluster on first use, stops one that a killed start left running, and returns once it accepts connections. */
  async start(): Promise<void> {
    const { folder } = this.#settings
    if (!this.exists()) await this.#create()
    await this.stop()
    removeLocks(folder)
    this.#port = await choosePort(folder)
    this.#configure()
    const { code, output } = await this.#run(this.#binaries.pg_ctl, ['start', '--wait', '--timeout=120', '-D', folder, '-l', this.#log])
    if (code !== 0) throw new StartError(`PostgreSQL did not start in ${folder}: ${lastLines(this.#log) || output}`)
  }

  /** Stops the cluster. Open transactions are rolled back; committed ones are on disk. */
  async stop(): Promise<void> {
    const { folder } = this.#settings
    if (!this.isRunning()) return
    const { code } = await this.#run(this.#binaries.pg_ctl, ['stop', '--mode=fast', '--wait', '--timeout=30', '-D', folder])
    if (code !== 0 && this.isRunning())
      await this.#run(this.#binaries.pg_ctl, ['stop', '--mode=immediate', '--wait', '--timeout=30', '-D', folder])
  }

  exists(): boolean {
    return existsSync(join(this.#settings.folder, 'PG_VERSION'))
  }

  isRunning(): boolean {
    const file = join(this.#settings.folder, 'postmaster.pid')
    const [pid = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    return isRunning(Number(pid), 'postgres')
  }

  get #log(): string {
    return join(this.#settings.folder, 'server.log')
  }

  /** Creates the cluster under another name and renames it when complete, so that an interrupted start leaves nothing half done. */
  async #create(): Promise<void> {
    const { folder, password } = this.#settings
    const next = `${folder}.new`
    const passwordFile = `${folder}.password`
    rmSync(next, { recursive: true, force: true })
    mkdirSync(next, { recursive: true, mode: 0o700 })
    writeFileSync(passwordFile, password, { mode: 0o600 })
    for (const path of [next, passwordFile]) this.#giveAway(path)
    const { code, output } = await this.#run(this.#binaries.initdb, [...INITDB, `--pgdata=${next}`, `--pwfile=${passwordFile}`])
    rmSync(passwordFile, { force: true })
    if (code !== 0) throw new StartError(`PostgreSQL could not create its data folder ${folder}: ${output}`)
    writeFileSync(join(next, 'postgresql.conf'), `\ninclude_if_exists = '${CONFIG}'\n`, { flag: 'a' })
    renameSync(next, folder)
  }

  #configure(): void {
    const { folder, config = DURABLE } = this.#settings
    const file = join(folder, CONFIG)
    const unix_socket_directories = `'${socketFolder(folder)}'`
    const lines = Object.entries({ ...EVERYWHERE, unix_socket_directories, ...config, port: String(this.#port) }).map(
      ([name, value]) => `${name} = ${value}`
    )
    writeFileSync(file, `${lines.join('\n')}\n`)
    this.#giveAway(file)
  }

  #giveAway(path: string): void {
    const { uid, gid } = this.#owner
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  }

  /** Runs in its own process group, so that Ctrl-C in the terminal does not end it before the app has closed. */
  #run(program: string, words: string[]) {
    return execProgram(program, words, { ...this.#owner, cwd: '/', detached: true, env: { ...process.env, LC_ALL: 'C' } })
  }
}

/** As root, an existing cluster runs as the user that owns it. */
function ownerOf(folder: string): Owner {
  if (!isRoot()) return {}
  const found = existsSync(folder) ? statSync(folder) : undefined
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : postgresUser()
}

const lastLines = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n') : '')

const CONFIG = 'easel.conf'

/** Locks that a killed PostgreSQL has left name its process id. If another process has that id by now, PostgreSQL would not start. */
function removeLocks(folder: string): void {
  const locks = readdirSync(folder).filter((name) => name === 'postmaster.pid' || name.startsWith(SOCKET_NAME))
  for (const name of locks) rmSync(join(folder, name), { force: true })
}

const SOCKET_NAME = '.s.PGSQL.'
/** The longest path of a Unix socket that all systems allow, in bytes. */
const SOCKET_PATH_MAX = 103
/** PostgreSQL's list of folders gives these a meaning. */
const SPECIAL = /[,'"\\\n]/

/** The socket is in the cluster's folder, where only the cluster's user may look. Empty without a socket. */
function socketFolder(folder: string): string {
  const isShort = Buffer.byteLength(join(folder, `${SOCKET_NAME}65535`)) <= SOCKET_PATH_MAX
  return process.platform !== 'win32' && isShort && !SPECIAL.test(folder) ? folder : ''
}

/** Reuses the port of the last start while it is free. */
function knownPort(folder: string): number | undefined {
  const file = join(folder, CONFIG)
  const found = existsSync(file) ? /^port = (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return found ? Number(found) : undefined
}

async function choosePort(folder: string): Promise<number> {
  const known = knownPort(folder)
  return known && (await isFree(known)) ? known : freePort()
}

/** Returns the cluster of a data folder, without starting it. */
export const embeddedCluster = (data_dir: string, say: Say): Cluster =>
  new Cluster({ folder: folderOf(data_dir, say), password: storedSecret(data_dir, 'postgres_password'), say })

/** The cluster is inside the data folder. If the user that runs PostgreSQL cannot reach it, another place is chosen once and recorded there. */
function folderOf(data_dir: string, say: Say): string {
  mkdirSync(data_dir, { recursive: true })
  const inside = join(data_dir, 'postgres')
  const note = join(data_dir, 'postgres.path')
  const elsewhere = existsSync(note) ? readFileSync(note, 'utf8').trim() : ''
  if (elsewhere && existsSync(elsewhere)) return elsewhere
  if (canEnter(ownerOf(inside), data_dir)) return inside
  if (existsSync(inside))
    throw new StartError(`The user that runs PostgreSQL cannot reach the database in ${inside}: open its parent folders (chmod o+x).`)
  const chosen = join(ELSEWHERE, `easel-${randomBytes(4).toString('hex')}`, 'postgres')
  mkdirSync(dirname(chosen), { recursive: true })
  writeWhole(note, chosen)
  say(`The postgres user cannot reach ${data_dir}: the database is in ${chosen} instead.`)
  return chosen
}
