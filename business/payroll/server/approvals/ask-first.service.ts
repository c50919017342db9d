import { isDeepStrictEqual } from 'node:util'
import { audit, countHolders } from '#accounts/server/index.ts'
import type { Pending } from '#platform/contract/index.ts'
import { type Ctx, keyReused, requestKey, signedIn, type Tx } from '#platform/server/index.ts'
import { APPROVAL_DAYS, APPROVERS_MIN, type ApprovalKind } from '../../approvals.rules.ts'
import * as queries from './approvals.queries.ts'

const DAY_MS = 86_400_000

/** The change as the call sent it, without fields that are not set. It is done again when it is approved. */
export type Asked = { kind: ApprovalKind; change: Readonly<Record<string, unknown>>; payee_id?: string }

/** 'alone': no second admin could approve, which the audit entry says. Undefined: nobody has to. */
export type Outcome = Pending | 'alone' | undefined

/** Asks a second admin for a change if two-person approval is switched on and there are two. The same Idempotency-Key asks once. */
export async function askFirst(ctx: Ctx<Tx>, { kind, change, payee_id }: Asked): Promise<Outcome> {
  const { db, now } = ctx
  const { id: asked_by } = signedIn(ctx)
  const request_key = requestKey(ctx)
  const known = await findKnown(ctx, { kind, change })
  if (known) return known
  if (!(await queries.isSwitchedOn(db))) return undefined
  if ((await countHolders(ctx, 'finance')) < APPROVERS_MIN) return 'alone'
  const expires_at = new Date(now.getTime() + APPROVAL_DAYS * DAY_MS)
  const made = await queries.insertApproval(db, {
    ...{ kind, change: JSON.stringify(change), payee_id: payee_id ?? null },
    ...{ asked_by, asked_at: now, request_key, expires_at }
  })
  if (!made) throw keyReused()
  const details = { kind, before: {}, after: fieldsOf(kind, change) }
  await audit(db, { actor_id: asked_by, action: 'approval.asked', subject_kind: 'approval', subject: made.id, details })
  return { status: 'pending', approval_id: made.id }
}

/** Returns what the call's Idempotency-Key has asked for before, also after it was switched off. */
async function findKnown(ctx: Ctx<Tx>, { kind, change }: Asked): Promise<Pending | undefined> {
  const key = requestKey(ctx)
  const found = key === null ? undefined : await queries.findByKey(ctx.db, signedIn(ctx).id, key)
  if (!found) return undefined
  // As it is stored: without fields that are undefined.
  if (found.kind !== kind || !isDeepStrictEqual(found.change, JSON.parse(JSON.stringify(change)))) throw keyReused()
  return { status: 'pending', approval_id: found.id }
}

/** What changes, for the audit log and the page. Neither shows notes, which may be about a person. */
export function fieldsOf(kind: ApprovalKind, change: Asked['change']): Record<string, unknown> {
  const { amount, payment_method, category, wage, license_price } = change
  if (kind === 'payout') return { amount_cents: amount, payment_method }
  return kind === 'wage_rule' ? { category, wage_cents: wage, license_price_cents: license_price } : { category, deleted: true }
}
