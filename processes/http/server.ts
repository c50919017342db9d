import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from '#platform/server/log/log.ts'
import { ensureBuilt } from '../build.ts'
import type { Say } from '../database/postgres-binaries.ts'
import type { Settings } from '../settings/settings.ts'

/** What the app's bundle offers to the process that starts it. The build and Vite's dev server offer the same. */
export type Server = {
  prepareDatabase(databaseUrl: string, root?: string): Promise<string[]>
  seedDemo(settings: Settings, log: Log, onProgress?: (done: number, total: number) => void): Promise<void>
  startHttp(settings: Settings, log: Log): Promise<{ url: string; close(): Promise<void> }>
}

export async function loadBuilt(root: string, say: Say): Promise<Server> {
  await ensureBuilt(root, say)
  // React and other libraries choose their fast build by NODE_ENV. Whether the product runs in production is in Settings.production.
  process.env['NODE_ENV'] = 'production'
  return (await import(pathToFileURL(join(root, 'build/server/index.js')).href)) as Server
}

export async function loadDev(): Promise<Server> {
  const { openDev } = await import('../dev.ts')
  return openDev()
}
