import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot } from '#processes/database/postgres-binaries.ts'
import { ACCEL, type Plan } from './plan.ts'

export const POSTGRESQL = '/usr/lib/postgresql/15/bin'
/** Debian's user for web servers. It may not read files in a folder: with those, nginx runs as the app's own user. */
const NGINX_USER = 'www-data'
const OPEN_FILES = 40_000
const TEMPLATES = join(import.meta.dirname, 'templates')

type Values = Readonly<Record<string, string | number>>

/** Fills a template. A name without a value is a mistake in the template. */
function filled(template: string, values: Values): string {
  return readFileSync(join(TEMPLATES, template), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${template} names {{${name}}}, which has no value`)
    return String(value)
  })
}

/** Root may raise the limit, others may not. */
const openFilesLimit = (): number =>
  isRoot() ? OPEN_FILES : Math.min(OPEN_FILES, Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })) || OPEN_FILES)

type Store = { s3_port: number } | { files: string }
export type NginxPlan = { folder: string; https_port: number; app_ports: readonly number[]; store: Store; user?: string }

export function nginxConfiguration({ folder, https_port, app_ports, store, user = NGINX_USER }: NginxPlan): string {
  const isBucket = 's3_port' in store
  const s3_host = isBucket ? `127.0.0.1:${store.s3_port}` : ''
  return filled('nginx.conf', {
    folder,
    https_port,
    // Only the master, which opens the port and reads the certificate, stays root.
    user: isRoot() ? `user ${user};` : '',
    open_files: openFilesLimit(),
    app_servers: app_ports.map((port) => `    server 127.0.0.1:${port} max_fails=0;`).join('\n'),
    s3_upstream: isBucket ? `  upstream s3 {\n    server ${s3_host};\n    keepalive 16;\n  }\n` : '',
    stored_files: isBucket
      ? filled('stored-files-s3.conf', { accel: ACCEL, s3_host })
      : filled('stored-files-folder.conf', { accel: ACCEL, files: store.files })
  })
}

export const haproxyConfiguration = ({ ports }: Plan): string => filled('haproxy.cfg', portValues(ports))

export const pgbouncerConfiguration = ({ folder, ports }: Plan): string => filled('pgbouncer.ini', { folder, ...portValues(ports) })

const portValues = (ports: Plan['ports']): Values => Object.fromEntries(Object.entries(ports).map(([name, port]) => [`${name}_port`, port]))

/** Writes every configuration file. Only their owner may read them, because some have passwords. */
export function writeConfiguration(plan: Plan): void {
  const { folder, ports, secrets } = plan
  for (const name of ['logs', 'run', 'cache', 'ceph', 'ceph/mon', 'ceph/osd', 'ceph/rgw', 'ceph/run', 'etcd'])
    mkdirSync(join(folder, name), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 })
  const app_ports = [ports.app_1, ports.app_2, ports.app_3]
  write('nginx.conf', nginxConfiguration({ folder, https_port: ports.https, app_ports, store: { s3_port: ports.s3 } }))
  write('haproxy.cfg', haproxyConfiguration(plan))
  write('pgbouncer.ini', pgbouncerConfiguration(plan))
  write('pgbouncer-users.txt', `"easel_app" "${secrets.app_password}"\n`)
  const monitor = `[v2:127.0.0.1:${ports.ceph_v2},v1:127.0.0.1:${ports.ceph_v1}]`
  write('ceph.conf', filled('ceph.conf', { folder, cluster: secrets.cluster, monitor, s3_port: ports.s3 }))
  for (const number of [1, 2] as const) {
    const name = `database-${number}`
    mkdirSync(join(folder, name), { recursive: true })
    write(
      `${name}/patroni.yml`,
      filled('patroni.template', {
        folder,
        name,
        postgresql: POSTGRESQL,
        etcd_port: ports.etcd,
        database_port: ports[`database_${number}`],
        patroni_port: ports[`patroni_${number}`],
        ...secrets
      })
    )
  }
}
