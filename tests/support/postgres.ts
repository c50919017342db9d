import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from '#processes/database/database.ts'
import { Cluster, THROWAWAY } from '#processes/database/embedded-postgres.ts'
import { prepareDatabase } from '#processes/database/prepare-database.ts'
import { queues } from '#processes/part-registry.ts'
import { temporaryFolder } from './folders.ts'

const TEMPLATE = 'easel_template'

/**
 * Vitest's global setup: one PostgreSQL server for all test files, with a template database that is migrated once. The tests
 * find it by EASEL_TEST_PG. If that is set already, the server there is used and left running.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env['EASEL_TEST_PG']
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startThrowaway()
  try {
    await createTemplate(url)
  } catch (error) {
    await stop()
    throw error
  }
  process.env['EASEL_TEST_PG'] = url
  return stop
}

/** Creates the migrated database that each world is a copy of. */
export async function createTemplate(url: string): Promise<void> {
  await createDatabase(url, TEMPLATE)
  await prepareDatabase(databaseOn(url, TEMPLATE), queues())
}

async function startThrowaway(): Promise<{ url: string; stop(): Promise<void> }> {
  const parent = temporaryFolder('easel-test-pg-')
  const remove = () => rmSync(parent, { recursive: true, force: true })
  try {
    const cluster = new Cluster({ folder: join(parent, 'postgres'), password: 'throwaway', config: THROWAWAY, say: console.error })
    const stop = () => cluster.stop().finally(remove)
    await cluster.start().catch((error: unknown) => stop().then(() => Promise.reject(error)))
    return { url: cluster.url('postgres'), stop }
  } catch (error) {
    remove()
    throw error
  }
}

function databaseOn(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
