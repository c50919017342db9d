import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { Cluster, THROWAWAY } from './embedded-postgres.ts'

const LONG = 'long-name-'.repeat(12)

test.for([
  ['our own processes use a Unix socket, and others TCP', 'postgres', { own: true, others: false }],
  ['where the path is too long for a Unix socket, all use TCP', LONG, { own: false, others: false }]
] as const)('%s', { timeout: 60_000 }, async ([_, name, expected]) => {
  const parent = temporaryFolder('easel-cluster-')
  const cluster = new Cluster({ folder: join(parent, name), password: 'secret', config: THROWAWAY, say: console.error })
  try {
    await cluster.start()
    const own = await usesSocket(cluster.localUrl('postgres'))
    expect({ own, others: await usesSocket(cluster.url('postgres')) }).toEqual(expected)
  } finally {
    await cluster.stop()
    rmSync(parent, { recursive: true, force: true })
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
