import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '#processes/database.ts'
import { Cluster, THROWAWAY } from '#processes/embedded-postgres.ts'
import { queueNames } from '#processes/parts.ts'
import { canEnter, postgresUser } from '#processes/postgres-binaries.ts'
import { prepareDatabase } from '#processes/prepare-database.ts'

const TEMPLATE = 'easel_template'

/**
 * Vitest's global setup: one PostgreSQL for all test files, with a template database that is migrated once.
 * EASEL_TEST_PG names it to the tests; where it is set already, that server is used and left running.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env['EASEL_TEST_PG']
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startThrowaway()
  try {
    await createDatabase(url, TEMPLATE)
    await prepareDatabase(databaseOn(url, TEMPLATE), queueNames())
  } catch (error) {
    await stop()
    throw error
  }
  process.env['EASEL_TEST_PG'] = url
  return stop
}

async function startThrowaway(): Promise<{ url: string; stop(): Promise<void> }> {
  const parent = mkdtempSync(join(placeForAll(), 'easel-test-pg-'))
  // The user that runs PostgreSQL where we are root must get in.
  chmodSync(parent, 0o755)
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

/** The temporary folder, unless it is closed to the user that runs PostgreSQL. */
const placeForAll = (): string => (canEnter(postgresUser(), tmpdir()) ? tmpdir() : '/var/tmp')

function databaseOn(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
