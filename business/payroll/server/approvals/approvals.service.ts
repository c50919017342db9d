import { audit, becameAdminAfter, countHolders, findUsers, type User } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import {
  type Approval,
  type changeSettings,
  type listApprovals,
  type readSettings,
  refusals,
  type refuseApproval
} from '../../approvals.contract.ts'
import { APPROVERS_MIN, type ApprovalKind, approvalState } from '../../approvals.rules.ts'
import { type Approved, payNow } from '../payouts.service.ts'
import { applyRule, currentAmounts, removeRule } from '../wage-rules.service.ts'
import * as queries from './approvals.queries.ts'
import { fieldsOf } from './ask-first.service.ts'

export const showSettings = async (ctx: Ctx): Promise<Answer<typeof readSettings>> => ({
  two_person_approval: await queries.isSwitchedOn(ctx.db),
  has_two_admins: (await countHolders(ctx, 'finance')) >= APPROVERS_MIN
})

export function change(ctx: Ctx, { two_person_approval }: Received<typeof changeSettings>['body']): Promise<Answer<typeof changeSettings>> {
  return inTransaction(ctx, async ({ db }) => {
    if (await queries.updateSettings(db, two_person_approval)) {
      const details = { title: 'settings', before: { two_person_approval: !two_person_approval }, after: { two_person_approval } }
      await audit(db, { actor_id: signedIn(ctx).id, action: 'settings.changed', subject_kind: 'settings', subject: 'shop', details })
    }
    return { two_person_approval }
  })
}

export async function list(
  ctx: Ctx,
  { status, page, page_size }: Received<typeof listApprovals>['query']
): Promise<Answer<typeof listApprovals>> {
  const filter = { status, now: ctx.now }
  const [rows, total] = await Promise.all([
    queries.findApprovals(ctx.db, { ...filter, page, page_size }),
    queries.countApprovals(ctx.db, filter)
  ])
  return { items: await present(ctx, rows), total, page, page_size }
}

/** Does at once what the other admin asked for. What cannot be done any more, such as a payout over the balance, is refused and keeps waiting. */
export function approve(ctx: Ctx, id: string): Promise<Approval> {
  return inTransaction(ctx, async (work) => {
    const row = await lockOpen(work, id)
    await DO[row.kind](work, row)
    // The work may have set the status of its own endpoint.
    delete ctx.outgoing.status
    return end(work, row, { decision: 'approved', reason: null })
  })
}

export const refuseOne = (ctx: Ctx, id: string, { reason }: Received<typeof refuseApproval>['body']): Promise<Approval> =>
  inTransaction(ctx, async (work) => end(work, await lockOpen(work, id), { decision: 'refused', reason }))

/** What each kind does once it is approved. The change is the one that the first call sent, after its validation. */
const DO: Record<ApprovalKind, (ctx: Ctx<Tx>, row: queries.ApprovalRow) => Promise<unknown>> = {
  payout: (ctx, { change, asked_by, id }) => payNow(ctx, change as Approved, { recorded_by: asked_by, approval_id: id }),
  wage_rule: (ctx, { change }) => applyRule(ctx, change as Parameters<typeof applyRule>[1]),
  wage_rule_deletion: (ctx, { change }) => removeRule(ctx, (change as { category: Parameters<typeof removeRule>[1] }).category)
}

/** Locks an approval that the caller may decide now. */
async function lockOpen(ctx: Ctx<Tx>, id: string): Promise<queries.ApprovalRow> {
  const row = await queries.lockApproval(ctx.db, id)
  if (!row) throw refuse(refusals, 'approval_not_found')
  const state = approvalState(row, ctx.now)
  if (state === 'expired') throw refuse(refusals, 'approval_expired')
  if (state !== 'pending') throw refuse(refusals, 'approval_decided')
  const { id: admin } = signedIn(ctx)
  if (row.asked_by === admin) throw refuse(refusals, 'own_request')
  if (row.payee_id === admin) throw refuse(refusals, 'own_work')
  // Who asks must not make an account an admin to approve it.
  if (await becameAdminAfter(ctx.db, admin, row.asked_at)) throw refuse(refusals, 'new_admin')
  return row
}

type Decision = { decision: 'approved' | 'refused'; reason: string | null }

async function end(ctx: Ctx<Tx>, { id, kind }: queries.ApprovalRow, { decision, reason }: Decision): Promise<Approval> {
  const { db, now } = ctx
  const { id: decided_by } = signedIn(ctx)
  const row = await queries.decide(db, id, { decision, decided_by, decided_at: now, reason })
  const details = { kind, asked_by: row.asked_by, ...(reason && { reason }), before: { status: 'pending' }, after: { status: decision } }
  await audit(db, { actor_id: decided_by, action: `approval.${decision}`, subject_kind: 'approval', subject: id, details })
  const [shown] = await present(ctx, [row])
  if (!shown) throw refuse(refusals, 'approval_not_found')
  return shown
}

async function present(ctx: Ctx, rows: readonly queries.ApprovalRow[]): Promise<Approval[]> {
  const people = await findUsers(
    ctx.db,
    rows.flatMap(({ asked_by, decided_by, payee_id }) => [asked_by, decided_by, payee_id].filter((id) => id !== null))
  )
  const amounts = rows.some(({ kind }) => kind !== 'payout') ? await currentAmounts(ctx.db) : new Map()
  return rows.map((row) => {
    const change = row.change as Record<string, unknown>
    const isDecided = row.decision !== null
    return {
      id: row.id,
      kind: row.kind,
      status: approvalState(row, ctx.now),
      // Once it is decided, the values of now would be those after it.
      before: row.kind === 'payout' || isDecided ? {} : (amounts.get(String(change['category'])) ?? {}),
      // Who decides sees the notes too; the audit log does not.
      after: {
        ...fieldsOf(row.kind, change),
        reference_number: change['reference_number'] || undefined,
        notes: change['notes'] || undefined
      },
      payee: row.payee_id === null ? null : nameOf(people, row.payee_id),
      asked_by: nameOf(people, row.asked_by),
      asked_at: row.asked_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      decided_by: row.decided_by === null ? null : nameOf(people, row.decided_by),
      decided_at: row.decided_at?.toISOString() ?? null,
      reason: row.reason
    }
  })
}

const nameOf = (people: ReadonlyMap<string, User>, id: string) => ({ id, name: people.get(id)?.name ?? 'Deleted user' })
