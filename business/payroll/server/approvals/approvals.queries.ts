import type { Insertable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { ApprovalState } from '../../approvals.rules.ts'
import '../tables.ts'

export async function isSwitchedOn(db: Db): Promise<boolean> {
  const { two_person_approval } = await db.selectFrom('payroll.settings').select('two_person_approval').executeTakeFirstOrThrow()
  return two_person_approval
}

/** Returns false if it was so before. */
export async function updateSettings(tx: Tx, two_person_approval: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payroll.settings')
    .set({ two_person_approval })
    .where('two_person_approval', '!=', two_person_approval)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns undefined if this admin has used the Idempotency-Key for another approval. */
export async function insertApproval(tx: Tx, approval: Insertable<Database['payroll.approval']>) {
  return tx
    .insertInto('payroll.approval')
    .values(approval)
    .onConflict((conflict) => conflict.columns(['asked_by', 'request_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

export async function findByKey(db: Db, asked_by: string, request_key: string) {
  return db
    .selectFrom('payroll.approval')
    .select(['id', 'kind', 'change'])
    .where('asked_by', '=', asked_by)
    .where('request_key', '=', request_key)
    .executeTakeFirst()
}

export async function lockApproval(tx: Tx, id: string) {
  return tx.selectFrom('payroll.approval').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof lockApproval>>>

type Decision = { decision: 'approved' | 'refused'; decided_by: string; decided_at: Date; reason: string | null }

export async function decide(tx: Tx, id: string, decision: Decision): Promise<ApprovalRow> {
  return tx.updateTable('payroll.approval').set(decision).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

type Filter = { status: ApprovalState | undefined; now: Date }

function listed(db: Db, { status, now }: Filter) {
  const all = db.selectFrom('payroll.approval')
  if (status === undefined) return all
  if (status === 'approved' || status === 'refused') return all.where('decision', '=', status)
  return all.where('decision', 'is', null).where('expires_at', status === 'expired' ? '<=' : '>', now)
}

/** Newest first. */
export async function findApprovals(db: Db, { page, page_size, ...filter }: Filter & { page: number; page_size: number }) {
  return listed(db, filter)
    .selectAll()
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countApprovals(db: Db, filter: Filter): Promise<number> {
  const { total } = await listed(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
