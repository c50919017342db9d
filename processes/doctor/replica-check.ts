import { setTimeout as wait } from 'node:timers/promises'
import { nameOf } from '../database/database.ts'
import { readEnd, readReplayed } from '../database/replicas/position.ts'
import { openProbe } from '../database/replicas/probe.ts'
import type { Settings } from '../settings/settings.ts'
import { type Check, type Finding, messageOf, ok, skipped, warning } from './check.ts'
import { addressOfDatabase } from './database-checks.ts'

const POLL_MS = 20
const ADVICE =
  'Visitors read from the primary meanwhile. Check DATABASE_READ_URL and the replication (docs/operations.md, "Reads from replicas").'

/** Returns a check of the replicas, if there are any. Without them the shop is only slower, so nothing here is a problem. */
export function replicaChecks(settings: Settings): Check[] {
  if (settings.database_read_urls.length === 0) return []
  return [{ name: 'Replicas', run: () => checkReplicas(settings) }]
}

async function checkReplicas(settings: Settings): Promise<Finding> {
  const primary_url = await addressOfDatabase(settings)
  if (!primary_url) return skipped('not checked, because the database cannot be reached')
  const { database_read_urls, replica_lag_ms } = settings
  const found = await Promise.all(database_read_urls.map((url) => describeReplica(url, { primary_url, lag_ms: replica_lag_ms })))
  const late = found.filter(({ isFine }) => !isFine)
  return late.length > 0 ? warning(late.map(({ text }) => text).join('; '), ADVICE) : ok(found.map(({ text }) => text).join('; '))
}

type Described = { text: string; isFine: boolean }

async function describeReplica(url: string, { primary_url, lag_ms }: { primary_url: string; lag_ms: number }): Promise<Described> {
  const [primary, replica] = [openProbe(primary_url), openProbe(url)]
  const name = nameOf(url)
  try {
    const end = await readEnd(primary)
    const start = performance.now()
    for (;;) {
      const replayed = await readReplayed(replica)
      const ms = Math.round(performance.now() - start)
      if (replayed === undefined) return { text: `${name} is no standby, so it counts as without lag`, isFine: true }
      if (replayed >= end) return { text: `${name} has every change after ${ms} ms`, isFine: ms <= lag_ms }
      if (ms > lag_ms) return { text: `${name} is more than ${lag_ms} ms behind`, isFine: false }
      await wait(POLL_MS)
    }
  } catch (error) {
    return { text: `${name} cannot be asked: ${messageOf(error)}`, isFine: false }
  } finally {
    await Promise.all([primary.close(), replica.close()])
  }
}
