import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '#processes/database/database.ts'
import { Cluster } from '#processes/database/embedded-postgres.ts'
import { canEnter, postgresUser } from '#processes/database/postgres-binaries.ts'

/** A temporary PostgreSQL cluster with the durability settings of production. */
export async function benchCluster(): Promise<{ url: string; folder: string; end(): Promise<void> }> {
  const folder = mkdtempSync(join(canEnter(postgresUser(), tmpdir()) ? tmpdir() : '/var/tmp', 'easel-bench-'))
  // The user running PostgreSQL needs access to the folder.
  chmodSync(folder, 0o711)
  const cluster = new Cluster({ folder: join(folder, 'postgres'), password: 'bench', say: console.error })
  await cluster.start()
  await createDatabase(cluster.url('postgres'), 'easel')
  return {
    url: cluster.localUrl('easel'),
    folder,
    end: async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
