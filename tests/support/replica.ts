import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { Cluster, THROWAWAY } from '#processes/database/embedded-postgres.ts'
import { temporaryFolder } from './folders.ts'
import { createTemplate } from './postgres.ts'

const PASSWORD = 'throwaway'

/** Starts a primary with the template of the worlds, and a replica that streams from it: a copy of its folder with standby.signal. */
export async function startReplicatedPostgres() {
  const parent = temporaryFolder('easel-test-replica-')
  const config = { ...THROWAWAY, synchronous_commit: 'on' }
  const primary = clusterIn(join(parent, 'primary'), config)
  await primary.start()
  await createTemplate(primary.url('postgres'))
  await primary.stop()
  const folder = join(parent, 'replica')
  execFileSync('cp', ['-a', join(parent, 'primary'), folder])
  // Contains the port of the original.
  rmSync(join(folder, 'easel.conf'))
  writeFileSync(join(folder, 'standby.signal'), '')
  await primary.start()
  const { port } = new URL(primary.url('postgres'))
  const primary_conninfo = `'host=127.0.0.1 port=${port} user=easel password=${PASSWORD}'`
  const replica = clusterIn(folder, { ...config, primary_conninfo, wal_retrieve_retry_interval: '100ms' })
  await replica.start()
  const onReplica = (text: string) => run(replica.url('postgres'), text)
  return {
    url: primary.url('postgres'),
    replica_url: () => replica.url('postgres'),
    /** The replica answers, but receives no more changes. */
    pause: () => onReplica('select pg_wal_replay_pause()'),
    resume: () => onReplica('select pg_wal_replay_resume()'),
    stopReplica: () => replica.stop(),
    startReplica: () => replica.start(),
    end: async () => {
      await replica.stop()
      await primary.stop()
      rmSync(parent, { recursive: true, force: true })
    }
  }
}

const clusterIn = (folder: string, config: Record<string, string>): Cluster =>
  new Cluster({ folder, password: PASSWORD, config, say: console.error })

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
