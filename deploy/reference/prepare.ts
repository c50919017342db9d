import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { createDatabase, onDatabase } from '#processes/database/database.ts'
import { canEnter, isRoot, postgresUser } from '#processes/database/postgres-binaries.ts'
import { StartError } from '#processes/startup/start-error.ts'
import { databaseUrls, filesUrl, type Plan } from './plan.ts'
import { ceph } from './services.ts'
import type { Supervisor } from './supervisor.ts'
import { answers, until } from './wait.ts'

const run = promisify(execFile)
const PROGRAM_MS = 120_000

/** PostgreSQL and PgBouncer run as another user if this one is root. That user owns their files. */
export function giveToPostgres({ folder }: Plan): void {
  const { uid, gid } = postgresUser()
  if (!isRoot() || uid === undefined || gid === undefined) return
  if (!canEnter({ uid, gid }, folder)) throw new StartError(`The user "postgres" cannot enter ${folder}: choose another folder.`)
  const own = (path: string): void => {
    chownSync(path, uid, gid)
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name))
  }
  for (const name of ['database-1', 'database-2', 'pgbouncer.ini', 'pgbouncer-users.txt']) own(join(folder, name))
}

/** Makes a certificate for localhost. Replace it with one that browsers trust. */
export async function makeCertificate({ folder }: Plan): Promise<void> {
  const file = join(folder, 'certificate.pem')
  if (existsSync(file)) return
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj /CN=localhost`.split(' ')
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:TRUE']
  await run('openssl', [...words, ...names, '-keyout', join(folder, 'certificate.key'), '-out', file])
}

/** Creates the two roles and the database, once. */
export async function createRoles(plan: Plan): Promise<void> {
  const { superuser } = databaseUrls(plan)
  await onDatabase(superuser, async (client) => {
    for (const [role, password] of [
      ['easel', plan.secrets.owner_password],
      ['easel_app', plan.secrets.app_password]
    ] as const) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      if (!rowCount) await client.query(`create role ${role} login password ${client.escapeLiteral(password)}`)
    }
    // PgBouncer lends a connection for one transaction, so limits that a process sets when it connects would not stay.
    await client.query(`alter role easel_app set statement_timeout = '60s'`)
    await client.query(`alter role easel_app set idle_in_transaction_session_timeout = '60s'`)
  })
  await createDatabase(superuser, 'easel')
  await onDatabase(superuser, async (client) => void (await client.query('alter database easel owner to easel')))
}

/** Creates a cluster of one monitor and one disk at the first start, and starts it. */
export async function startCeph(plan: Plan, supervisor: Supervisor): Promise<void> {
  const at = join(plan.folder, 'ceph')
  const { monitor, disk, gateway } = ceph(plan)
  const env = { ...process.env, ...monitor.env }
  const tool = async (command: string, ...args: string[]) => void (await run(command, args, { env, timeout: PROGRAM_MS }))
  const isNew = !existsSync(join(at, 'ready'))
  if (isNew) {
    const keyring = join(at, 'keyring')
    const rights = ['mon', 'osd', 'mgr'].flatMap((kind) => ['--cap', kind, 'allow *'])
    const address = `[v2:127.0.0.1:${plan.ports.ceph_v2},v1:127.0.0.1:${plan.ports.ceph_v1}]`
    await tool('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
    for (const name of ['client.admin', 'client.rgw.a', 'osd.0']) await tool('ceph-authtool', keyring, '--gen-key', '-n', name, ...rights)
    await tool('monmaptool', '--create', '--clobber', '--addv', 'a', address, '--fsid', plan.secrets.cluster, join(at, 'monmap'))
    await tool('ceph-mon', '--mkfs', '-i', 'a', '--monmap', join(at, 'monmap'), '--keyring', keyring)
  }
  supervisor.start(monitor)
  if (isNew) {
    const id = randomUUID()
    await tool('ceph', 'osd', 'new', id)
    await tool('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', id)
  }
  supervisor.start(disk)
  const { s3_key, s3_secret } = plan.secrets
  if (isNew)
    await tool('radosgw-admin', 'user', 'create', '--uid=easel', '--display-name=Easel', `--access-key=${s3_key}`, `--secret=${s3_secret}`)
  supervisor.start(gateway)
  await until("Ceph's gateway answers", answers(`http://127.0.0.1:${plan.ports.s3}/`))
  if (isNew) await createBucket(plan)
  if (isNew) await tool('touch', join(at, 'ready'))
}

async function createBucket(plan: Plan): Promise<void> {
  const { host, pathname, username, password } = new URL(filesUrl(plan))
  const client = new S3Client({
    endpoint: `http://${host}`,
    region: 'us-east-1',
    credentials: { accessKeyId: username, secretAccessKey: password },
    forcePathStyle: true
  })
  await client.send(new CreateBucketCommand({ Bucket: pathname.slice(1) }))
}
