import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { Cluster, THROWAWAY } from './embedded-postgres.ts'
import { postgresUser } from './postgres-binaries.ts'

const LONG = 'long-name-'.repeat(12)

let parent = ''
beforeEach(() => {
  parent = temporaryFolder('easel-cluster-')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const clusterIn = (folder: string) => new Cluster({ folder, password: 'secret', config: THROWAWAY, say: console.error })

test.for([
  ['our own processes use a Unix socket, and others TCP', 'postgres', { own: true, others: false }],
  ['where the path is too long for a Unix socket, all use TCP', LONG, { own: false, others: false }],
  ['where the path has a comma, all use TCP', 'mine, yours', { own: false, others: false }]
] as const)('%s', { timeout: 60_000 }, async ([_, name, expected]) => {
  const cluster = clusterIn(join(parent, name))
  try {
    await cluster.start()
    const own = await usesSocket(cluster.localUrl('postgres'))
    expect({ own, others: await usesSocket(cluster.url('postgres')) }).toEqual(expected)
  } finally {
    await cluster.stop()
  }
})

test('starts after a power failure, although another process has the id that is in the locks', { timeout: 60_000 }, async () => {
  const folder = join(parent, 'postgres')
  const cluster = clusterIn(folder)
  // Not a process of PostgreSQL, but of its user.
  const other = spawn('sleep', ['60'], { ...postgresUser(), stdio: 'ignore' })
  try {
    await cluster.start()
    const locks = ['postmaster.pid', ...readdirSync(folder).filter((name) => name.endsWith('.lock'))].map((name) => join(folder, name))
    const left = locks.map((path) => [path, readFileSync(path, 'utf8').replace(/^\d+/, String(other.pid))] as const)
    await cluster.stop()
    for (const [path, text] of left) writeFileSync(path, text)
    await cluster.start()
    expect([left.length, await usesSocket(cluster.localUrl('postgres'))]).toEqual([2, true])
  } finally {
    other.kill()
    await cluster.stop()
  }
})

async function usesSocket(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query('select inet_server_addr() is null as socket')
    return rows[0].socket
  } finally {
    await client.end()
  }
}
