import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The ports, as distances from the first one. */
const DISTANCES = {
  https: 0,
  app_1: 1,
  app_2: 2,
  app_3: 3,
  worker_1: 4,
  worker_2: 5,
  pgbouncer: 10,
  primary: 11,
  replica: 12,
  database_1: 13,
  database_2: 14,
  patroni_1: 15,
  patroni_2: 16,
  etcd: 17,
  etcd_peer: 18,
  s3: 20,
  ceph_v2: 21,
  ceph_v1: 22,
  paypal: 30
}
export type Ports = Record<keyof typeof DISTANCES, number>

const SECRETS = [
  'owner_password',
  'app_password',
  'superuser_password',
  'replication_password',
  'rewind_password',
  's3_key',
  's3_secret',
  'session_secret',
  'certificate_key',
  'applicant_keys'
] as const
type Secrets = Record<(typeof SECRETS)[number] | 'cluster', string>

/** Where everything is, and with which ports and secrets. */
export type Plan = { folder: string; ports: Ports; secrets: Secrets; public_url: string; without: readonly string[] }

export const FIRST_PORT = 8440
const BUCKET = 'easel'
/** The internal location of nginx that sends stored files. */
export const ACCEL = '/stored-files/'

/** Reads the plan of a folder. The first start makes its secrets. `without` names settings that the product is started without. */
export function planOf(folder: string, first_port: number, without: readonly string[] = []): Plan {
  const at = resolve(folder)
  mkdirSync(at, { recursive: true })
  const ports = Object.fromEntries(Object.entries(DISTANCES).map(([name, distance]) => [name, first_port + distance])) as Ports
  return { folder: at, ports, secrets: secretsOf(at), public_url: `https://localhost:${ports.https}`, without }
}

function secretsOf(folder: string): Secrets {
  const file = join(folder, 'secrets.json')
  if (!existsSync(file)) {
    const made = Object.fromEntries(SECRETS.map((name) => [name, randomBytes(32).toString('base64url')]))
    writeFileSync(file, JSON.stringify({ ...made, cluster: randomUUID() }, null, 2), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

const LOOPBACK = '127.0.0.1'

/** The addresses of the database: by way of PgBouncer, without it, and as the owner of the tables. */
export function databaseUrls({ ports, secrets }: Plan) {
  const as = (user: string, password: string, port: number, database = 'easel') =>
    `postgres://${user}:${password}@${LOOPBACK}:${port}/${database}`
  return {
    pooled: as('easel_app', secrets.app_password, ports.pgbouncer),
    session: as('easel_app', secrets.app_password, ports.primary),
    replica: as('easel_app', secrets.app_password, ports.replica),
    owner: as('easel', secrets.owner_password, ports.primary),
    superuser: as('postgres', secrets.superuser_password, ports.primary, 'postgres')
  }
}

export const filesUrl = ({ ports, secrets }: Plan): string =>
  `s3://${secrets.s3_key}:${secrets.s3_secret}@${LOOPBACK}:${ports.s3}/${BUCKET}?secure=0`

/** The settings that all processes of the product share. */
export function productSettings(plan: Plan): Record<string, string> {
  const { secrets, ports, public_url } = plan
  const { pooled, session, replica } = databaseUrls(plan)
  const settings = {
    DATABASE_URL: pooled,
    DATABASE_SESSION_URL: session,
    DATABASE_READ_URL: replica,
    // Debian's PgBouncer 1.18 cannot pool them by transaction.
    PREPARED_STATEMENTS: '0',
    FILES_URL: filesUrl(plan),
    ACCEL_REDIRECT: ACCEL,
    PUBLIC_URL: public_url,
    TRUST_PROXY: '1',
    PAYPAL_BASE_URL: `http://${LOOPBACK}:${ports.paypal}`,
    SESSION_SECRET: secrets.session_secret,
    CERTIFICATE_KEY: secrets.certificate_key,
    APPLICANT_KEYS: secrets.applicant_keys,
    DRAIN_SECONDS: '2',
    LOG_LEVEL: 'warn',
    DEMO: '0'
  }
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !plan.without.includes(name)))
}
