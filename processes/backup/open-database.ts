import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, requireDatabase } from '../database/database.ts'
import { embeddedCluster } from '../database/embedded-postgres.ts'
import type { Settings } from '../settings/settings.ts'
import { takePidFile } from '../startup/pid-file.ts'
import { StartError } from '../startup/start-error.ts'

type Opened = { url: string; close(): Promise<void> }

/** Returns the address of the database as its owner. An embedded database that is not running is started, and stopped by `close`. */
export async function openDatabase(settings: Settings, to: 'back up' | 'restore'): Promise<Opened> {
  const { database_url, database_owner_url } = settings
  if (!database_url) return openEmbedded(settings, to)
  const url = database_owner_url ?? database_url
  await requireDatabase(url)
  return { url, close: async () => {} }
}

async function openEmbedded({ data_dir }: Settings, to: 'back up' | 'restore'): Promise<Opened> {
  const cluster = embeddedCluster(data_dir, console.error)
  if (to === 'back up' && !cluster.exists()) throw new StartError(`There is no database in ${data_dir}: set DATA_DIR or DATABASE_URL.`)
  const file = join(data_dir, 'start.pid')
  const holder = takePidFile(file, 'processes/')
  if (holder) {
    if (to === 'restore') throw new StartError(`Easel is running on ${data_dir} (process ${holder}): stop it first.`)
    if (!cluster.isRunning()) throw new StartError(`Easel is starting on ${data_dir} (process ${holder}): run this again in a moment.`)
    return { url: cluster.url('easel'), close: async () => {} }
  }
  const close = async () => {
    await cluster.stop()
    if (readFileSync(file, 'utf8') === String(process.pid)) rmSync(file)
  }
  try {
    await cluster.start()
    await createDatabase(cluster.url('postgres'), 'easel')
    return { url: cluster.url('easel'), close }
  } catch (error) {
    await close()
    throw error
  }
}
