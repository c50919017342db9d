import type { Db, Tx } from '#platform/database/connect.ts'
import { FIRST_HASH } from '#platform/database/seal.ts'
import type { Checkpoint } from './checkpoints.queries.ts'
import { hashOfLine, hashOfSeal, hashOfTransaction, lineHashesOf } from './seal.ts'
import * as queries from './verify.queries.ts'

export type { Checkpoint }
export type Verified = { transactions: number; lines: number; head: Checkpoint }
export type Verdict = ({ whole: true } & Verified) | ({ whole: false; broken: string } & Verified)

const BATCH = 2000

/**
 * Reads a consistent snapshot of the whole ledger and recomputes every hash. Posting continues meanwhile.
 * `broken` names the first row that does not match. `checkpoint` is the head of an earlier run: a chain that was rewritten does not match it.
 */
export async function verify(db: Db, checkpoint?: Checkpoint): Promise<Verdict> {
  if (db.isTransaction) return verifyIn(db as Tx, checkpoint)
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute((tx) => verifyIn(tx, checkpoint))
}

async function verifyIn(tx: Tx, checkpoint: Checkpoint | undefined): Promise<Verdict> {
  const walk = { transactions: 0, lines: 0, hash: FIRST_HASH }
  const broken = (await walkChain(tx, walk)) ?? (await findOutside(tx, walk)) ?? (checkpoint && (await missCheckpoint(tx, checkpoint)))
  const head = { position: walk.transactions, hash: walk.hash.toString('hex') }
  const verified = { transactions: walk.transactions, lines: walk.lines, head }
  return broken === undefined ? { whole: true, ...verified } : { whole: false, broken, ...verified }
}

/** How far the chain has been verified. */
type Walk = { transactions: number; lines: number; hash: Buffer }

async function walkChain(tx: Tx, walk: Walk): Promise<string | undefined> {
  for (;;) {
    const seals = await queries.findSealsAfter(tx, walk.transactions, BATCH)
    if (seals.length === 0) return undefined
    const ids = seals.map(({ transaction_id }) => transaction_id)
    const transactions = new Map((await queries.findTransactions(tx, ids)).map((one) => [one.id, one]))
    const lines = Map.groupBy(await queries.findLinesOf(tx, ids), ({ transaction_id }) => transaction_id)
    for (const seal of seals) {
      const found = { transaction: transactions.get(seal.transaction_id), lines: lines.get(seal.transaction_id) ?? [] }
      const broken = breakIn(seal, found, walk)
      if (broken) return broken
      walk.transactions = seal.position
      walk.lines += found.lines.length
      walk.hash = seal.hash
    }
  }
}

type Found = { transaction: queries.TransactionRow | undefined; lines: queries.LineRow[] }

function breakIn(seal: queries.SealRow, { transaction, lines }: Found, before: Walk): string | undefined {
  if (seal.position !== before.transactions + 1) return `seal ${before.transactions + 1} is missing`
  const name = `transaction ${seal.transaction_id} (seal ${seal.position})`
  if (!transaction) return `${name} is missing`
  if (!hashOfTransaction(transaction).equals(seal.transaction_hash)) return `${name} was changed after it was booked`
  const line = breakInLines(lineHashesOf(seal), lines)
  if (line) return `line ${line.position} of ${name} ${line.what}`
  if (!isBalanced(transaction, lines)) return `${name} does not balance`
  if (!seal.previous_hash.equals(before.hash))
    return `seal ${seal.position} of transaction ${seal.transaction_id} does not follow the one before it`
  return hashOfSeal(seal, before.hash).equals(seal.hash)
    ? undefined
    : `seal ${seal.position} of transaction ${seal.transaction_id} was changed`
}

function breakInLines(sealed: readonly Buffer[], lines: readonly queries.LineRow[]): { position: number; what: string } | undefined {
  const places = Math.max(sealed.length, ...lines.map(({ position }) => position + 1))
  const at = new Map(lines.map((line) => [line.position, line]))
  for (let position = 0; position < places; position += 1) {
    const [hash, line] = [sealed[position], at.get(position)]
    if (hash && !line) return { position, what: 'is missing' }
    if (!hash && line) return { position, what: 'was inserted after it was booked' }
    if (hash && line && !hashOfLine(line).equals(hash)) return { position, what: 'was changed after it was booked' }
  }
  return undefined
}

const isBalanced = ({ line_count, occurred_at }: queries.TransactionRow, lines: readonly queries.LineRow[]): boolean =>
  lines.length === line_count &&
  lines.every((line) => line.occurred_at === occurred_at) &&
  lines.reduce((sum, { amount_cents }) => sum + BigInt(amount_cents), 0n) === 0n

/** Finds problems outside the chain: rows without a seal, and a head that points elsewhere. */
async function findOutside(tx: Tx, { transactions, hash }: Walk): Promise<string | undefined> {
  const unsealed = await queries.findUnsealed(tx)
  if (unsealed) return `transaction ${unsealed.id} (${unsealed.kind} ${unsealed.reference}) was inserted without a seal`
  const stray = await queries.findStrayLine(tx)
  if (stray) return `line ${stray.position} of transaction ${stray.transaction_id} belongs to no transaction in the ledger`
  const head = await queries.findHead(tx)
  if (!head) return 'the head of the chain is missing'
  if (head.position > transactions) return `seal ${transactions + 1} is missing`
  return head.position === transactions && head.hash.equals(hash) ? undefined : `seal ${transactions} is not the head of the chain`
}

async function missCheckpoint(tx: Tx, { position, hash }: Checkpoint): Promise<string | undefined> {
  if (position === 0) return undefined
  const seal = await queries.findSeal(tx, position)
  return seal?.hash.toString('hex') === hash.toLowerCase()
    ? undefined
    : `seal ${position} does not match the checkpoint: the chain was rewritten`
}
