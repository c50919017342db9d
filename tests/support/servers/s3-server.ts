import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { hasPrograms } from '../programs.ts'

/** A real S3 server: Ceph's gateway on a one-node cluster (Debian and Ubuntu: radosgw ceph-mon ceph-osd ceph-common). */
export type S3Server = {
  /** Returns the value for FILES_URL. The bucket must exist. */
  address(bucket: string): string
  endpoint: string
  /** Ends the gateway at once. What it has stored stays. */
  killGateway(): Promise<void>
  startGateway(): Promise<void>
  /** Connections are accepted, and nothing is answered. */
  pauseGateway(): void
  resumeGateway(): void
  stop(): Promise<void>
}

const NEEDED = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin']
const READY_MS = 120_000

export const S3_KEY = { accessKeyId: 'easel', secretAccessKey: 'easel/secret' }

/** Returns whether Ceph is installed; see `hasPrograms`. */
export const hasS3Server = (): boolean => hasPrograms(...NEEDED)

export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-s3-'))
  const daemons: ChildProcess[] = []
  const [port, first, second] = [await freePort(), await freePort(), await freePort()]
  const env = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') }
  const run = async (command: string, ...args: string[]) => void (await promisify(execFile)(command, args, { env, timeout: READY_MS }))
  const start = (command: string, ...args: string[]): ChildProcess => {
    const daemon = spawn(command, ['-f', ...args], { env, stdio: 'ignore' })
    daemons.push(daemon)
    return daemon
  }
  const endpoint = `http://127.0.0.1:${port}`
  const startGateway = async (): Promise<ChildProcess> => {
    const daemon = start('radosgw', '-n', 'client.rgw.a')
    await waitUntilReady(endpoint)
    return daemon
  }
  let gateway: ChildProcess | undefined
  const stop = async () => {
    for (const daemon of daemons.toReversed()) await end(daemon)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const monitor = `[v2:127.0.0.1:${first},v1:127.0.0.1:${second}]`
    for (const name of ['mon', 'osd', 'rgw', 'run', 'log']) mkdirSync(join(folder, name))
    const cluster = randomUUID()
    writeFileSync(env.CEPH_CONF, settings({ folder, cluster, monitor, port }))
    await makeKeys(run, join(folder, 'keyring'))
    await run('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', cluster, join(folder, 'monmap'))
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', join(folder, 'monmap'), '--keyring', join(folder, 'keyring'))
    start('ceph-mon', '-i', 'a')
    const disk = randomUUID()
    await run('ceph', 'osd', 'new', disk)
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk)
    start('ceph-osd', '-i', '0')
    const { accessKeyId, secretAccessKey } = S3_KEY
    await run(
      'radosgw-admin',
      'user',
      'create',
      '--uid=easel',
      '--display-name=Easel',
      `--access-key=${accessKeyId}`,
      `--secret=${secretAccessKey}`
    )
    gateway = await startGateway()
  } catch (error) {
    await stop()
    throw error
  }
  const login = `${S3_KEY.accessKeyId}:${encodeURIComponent(S3_KEY.secretAccessKey)}`
  return {
    endpoint,
    address: (bucket) => `s3://${login}@127.0.0.1:${port}/${bucket}?secure=0`,
    killGateway: async () => {
      if (gateway) await end(gateway)
    },
    startGateway: async () => {
      gateway = await startGateway()
    },
    pauseGateway: () => void gateway?.kill('SIGSTOP'),
    resumeGateway: () => void gateway?.kill('SIGCONT'),
    stop
  }
}

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  const ended = once(daemon, 'exit')
  daemon.kill('SIGKILL')
  await ended
}

async function makeKeys(run: (command: string, ...args: string[]) => Promise<void>, keyring: string): Promise<void> {
  const all = ['mon', 'osd', 'mgr'].flatMap((kind) => ['--cap', kind, 'allow *'])
  await run('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
  for (const name of ['client.admin', 'client.rgw.a', 'osd.0']) await run('ceph-authtool', keyring, '--gen-key', '-n', name, ...all)
}

async function waitUntilReady(url: string): Promise<void> {
  const until = Date.now() + READY_MS
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (Date.now() > until) throw new Error(`Ceph's gateway does not respond at ${url}`)
    await wait(200)
  }
}

type Cluster = { folder: string; cluster: string; monitor: string; port: number }

/** One replica, stored in a file, reachable by loopback only. */
const settings = ({ folder, cluster, monitor, port }: Cluster): string => `[global]
fsid = ${cluster}
keyring = ${folder}/keyring
mon initial members = a
mon host = ${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd memory target = 939524096
mon allow pool size one = true
paxos propose interval = 0.05
paxos min wait = 0.01
mon data avail warn = 2
mon data avail crit = 1
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = bluestore
bluestore block create = true
bluestore block size = 2147483648
bluestore block wal size = 0
bluestore block db size = 0
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${folder}/rgw
`
