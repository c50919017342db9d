import type { Probe } from './probe.ts'

/**
 * Everything that is committed, and therefore every change that was notified, is before this position. It is not where the next
 * record will be written: what no commit waits for, such as a read that tidies a page, is sent to replicas seconds later on an idle
 * server. With synchronous_commit off, commits are not waited for either, but are sent soon.
 */
const END = `
  select ((case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end) - '0/0')::text
    as lsn`

const REPLAYED = `select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0')::text as lsn`

/** Returns where the primary's log ends. */
export async function readEnd(primary: Probe): Promise<bigint> {
  return BigInt((await primary.row(END))['lsn'] ?? 0)
}

/** Returns up to where a replica has replayed the primary's log. Undefined: the server is no standby. */
export async function readReplayed(replica: Probe): Promise<bigint | undefined> {
  const { is_standby, lsn } = await replica.row(REPLAYED)
  return is_standby ? BigInt(lsn ?? 0) : undefined
}
