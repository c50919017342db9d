import type { Db, Tx } from '#platform/database/connect.ts'
import { canonical, FIRST_HASH, sha256 } from '#platform/database/seal.ts'
import * as queries from './seals.queries.ts'

/** How many entries one statement seals, under the lock of the chain. */
const SEAL_BATCH = 500
const READ_BATCH = 2000

/** Seals every entry that waits for it. Returns how many. */
export async function sealEntries(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const sealed = await queries.sealSome(db, SEAL_BATCH)
    total += sealed
    if (sealed < SEAL_BATCH) return total
  }
}

/** A position in the chain and the hash of the seal there, in hexadecimal. */
type AuditHead = { position: number; hash: string }
type AuditVerdict = { entries: number; archived: number; head: AuditHead; broken?: string }

/**
 * Reads the whole chain at one moment and computes every hash again. `broken` names the first entry that does not match. `known` is the head of
 * an earlier run: a chain that was rewritten does not match it. The seals of archived entries are checked without their entries, which are in
 * files that `verifyArchives` checks.
 */
export async function verifyAudit(db: Db, known?: AuditHead): Promise<AuditVerdict> {
  if (db.isTransaction) return verifyIn(db as Tx, known)
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute((tx) => verifyIn(tx, known))
}

type Walk = { entries: number; archived: number; position: number; hash: Buffer }

async function verifyIn(tx: Tx, known: AuditHead | undefined): Promise<AuditVerdict> {
  const walk: Walk = { entries: 0, archived: 0, position: 0, hash: FIRST_HASH }
  const broken = (await walkChain(tx, walk)) ?? (await findOutside(tx, walk)) ?? (known && (await missKnown(tx, known)))
  const { entries, archived, position, hash } = walk
  return { entries, archived, head: { position, hash: hash.toString('hex') }, ...(broken !== undefined && { broken }) }
}

async function walkChain(tx: Tx, walk: Walk): Promise<string | undefined> {
  for (;;) {
    const rows = await queries.findSealsAfter(tx, walk.position, READ_BATCH)
    if (rows.length === 0) return undefined
    for (const row of rows) {
      const broken = breakIn(row, walk)
      if (broken) return broken
      if (row.id === null) walk.archived += 1
      else walk.entries += 1
      walk.position = row.position
      walk.hash = row.hash
    }
  }
}

function breakIn(row: queries.SealedRow, before: Walk): string | undefined {
  if (row.position !== before.position + 1) return `seal ${before.position + 1} is missing`
  const name = `entry ${row.entry_id} (seal ${row.position})`
  if (row.id === null && row.file_key === null) return `${name} is missing`
  if (row.id !== null && !hashOfEntry(row).equals(row.entry_hash)) return `${name} was changed after it was written`
  return hashOfSeal(row, before.hash).equals(row.hash) ? undefined : `seal ${row.position} does not follow the one before it`
}

const hashOfEntry = (row: queries.SealedRow): Buffer =>
  sha256(canonical('entry', row.id, row.occurred_at, row.actor_id, row.action, row.subject_kind, row.subject, row.area, row.details))

const hashOfSeal = ({ position, entry_hash }: queries.SealedRow, before: Buffer): Buffer =>
  sha256(Buffer.concat([canonical('seal', position), before, entry_hash]))

/** Finds problems outside the chain: entries without a seal, and a head that points elsewhere. */
async function findOutside(tx: Tx, { position, hash }: Walk): Promise<string | undefined> {
  const head = await queries.findHead(tx)
  if (!head) return 'the head of the chain is missing'
  if (head.position > position) return `seal ${position + 1} is missing`
  if (head.position !== position || !head.hash.equals(hash)) return `seal ${position} is not the head of the chain`
  const unnoted = await queries.findUnnoted(tx)
  return unnoted && `entry ${unnoted.id} was inserted without a seal`
}

async function missKnown(tx: Tx, { position, hash }: AuditHead): Promise<string | undefined> {
  if (position === 0) return undefined
  const seal = await queries.findSeal(tx, position)
  return seal?.hash.toString('hex') === hash.toLowerCase()
    ? undefined
    : `seal ${position} does not match the known one: the chain was rewritten`
}
