import { join } from 'node:path'
import { postgresUser } from '#processes/database/postgres-binaries.ts'
import { type Plan, productSettings } from './plan.ts'
import type { Service } from './supervisor.ts'

/** Debian keeps some of these where only root's PATH may look. */
const PATH = `${process.env['PATH']}:/usr/sbin:/sbin`

export const etcd = ({ folder, ports }: Plan): Service => {
  const client = `http://127.0.0.1:${ports.etcd}`
  const peer = `http://127.0.0.1:${ports.etcd_peer}`
  const options = {
    name: 'etcd-1',
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `etcd-1=${peer}`,
    'auto-compaction-retention': '1h',
    'log-level': 'warn'
  }
  return { name: 'etcd', command: 'etcd', args: Object.entries(options).map(([name, value]) => `--${name}=${value}`) }
}

/** Patroni starts PostgreSQL, which refuses to run as root. */
export const patroni = ({ folder }: Plan, number: 1 | 2): Service => ({
  name: `database-${number}`,
  command: 'patroni',
  args: [join(folder, `database-${number}`, 'patroni.yml')],
  env: { PATH: '/usr/bin:/bin' },
  user: postgresUser()
})

export const haproxy = ({ folder }: Plan): Service => ({
  name: 'haproxy',
  command: 'haproxy',
  args: ['-db', '-f', join(folder, 'haproxy.cfg')],
  env: { PATH },
  // Ends at once. SIGUSR1 would wait for idle connections.
  stop: 'SIGTERM'
})

/** PgBouncer refuses to run as root, too. */
export const pgbouncer = ({ folder }: Plan): Service => ({
  name: 'pgbouncer',
  command: 'pgbouncer',
  args: [join(folder, 'pgbouncer.ini')],
  env: { PATH },
  user: postgresUser()
})

export function ceph({ folder }: Plan): Record<'monitor' | 'disk' | 'gateway', Service> {
  const env = { PATH, CEPH_CONF: join(folder, 'ceph.conf') }
  return {
    monitor: { name: 'ceph-monitor', command: 'ceph-mon', args: ['-f', '-i', 'a'], env },
    disk: { name: 'ceph-disk', command: 'ceph-osd', args: ['-f', '-i', '0'], env },
    gateway: { name: 'ceph-gateway', command: 'radosgw', args: ['-f', '-n', 'client.rgw.a'], env }
  }
}

export const paypal = ({ folder, ports, public_url }: Plan): Service => ({
  name: 'paypal',
  command: process.execPath,
  args: ['sandbox/paypal/main.ts'],
  env: {
    NODE_ENV: 'development',
    DATA_DIR: folder,
    PAYPAL_SANDBOX_PORT: String(ports.paypal),
    PAYPAL_CLIENT_ID: 'easel-sandbox-client',
    PAYPAL_CLIENT_SECRET: 'easel-sandbox-secret',
    PAYPAL_WEBHOOK_ID: 'WHEASELSANDBOX',
    PAYPAL_WEBHOOK_URL: `${public_url}/api/payments/webhooks/paypal`,
    NODE_EXTRA_CA_CERTS: join(folder, 'certificate.pem')
  }
})

export type ProcessName = 'app_1' | 'app_2' | 'app_3' | 'worker_1' | 'worker_2'

/** A process of the product. The workers run jobs, and nginx sends them nothing. */
export function product(plan: Plan, name: ProcessName, settings: Record<string, string> = {}): Service {
  return {
    name: name.replace('_', '-'),
    command: process.execPath,
    args: ['processes/start.ts'],
    env: {
      ...productSettings(plan),
      // As `npm start` sets it.
      MALLOC_ARENA_MAX: '1',
      PORT: String(plan.ports[name]),
      DATA_DIR: join(plan.folder, name.replace('_', '-')),
      WORKER: name.startsWith('worker') ? '1' : '0',
      ...settings
    }
  }
}

export const nginx = ({ folder }: Plan): Service => ({
  name: 'nginx',
  command: 'nginx',
  args: ['-c', join(folder, 'nginx.conf')],
  env: { PATH },
  // Lets requests in progress end.
  stop: 'SIGQUIT'
})
