import type { Answer, Received } from '#platform/contract/index.ts'
import type { Ctx, Db } from '#platform/server/index.ts'
import { AUDIT_COUNTED } from '../../rules.ts'
import type { auditLog, ListedAuditEntry } from '../../users.contract.ts'
import { findUsers, type User } from '../users/users.service.ts'
import * as queries from './audit.queries.ts'

/** A search that matches at most this many people filters by their ids. */
const IDS_MAX = 5000

/** Appends an entry to the audit log, in the transaction of the action. Entries are never deleted. */
export async function audit(
  db: Db,
  {
    actor_id,
    action,
    subject_kind,
    subject,
    details = {}
  }: { actor_id: string | null; action: string; subject_kind: string; subject: string; details?: Record<string, unknown> }
): Promise<void> {
  await queries.insertAuditEntry(db, { actor_id, action, subject_kind, subject, details })
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the fields that differ, as they were before and as they are after. What did not exist has no fields. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = Object.keys({ ...before, ...after }).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (fields: Fields) => Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]))
  return { before: only(before), after: only(after) }
}

type Entry = Awaited<ReturnType<typeof queries.findAuditEntries>>[number]

/** `total` stops at AUDIT_COUNTED. */
export async function list({ db }: Ctx, query: Received<typeof auditLog>['query']): Promise<Answer<typeof auditLog>> {
  const { page, page_size } = query
  const found = query.q ? await queries.findIdsContaining(db, query.q, IDS_MAX + 1) : []
  const people = found.length > IDS_MAX ? 'many' : found
  const [entries, total, actions] = await Promise.all([
    queries.findAuditEntries(db, { ...query, people }),
    queries.countAuditEntries(db, { ...query, people }, AUDIT_COUNTED),
    queries.findActions(db)
  ])
  const users = await findUsers(db, entries.flatMap(idsOf))
  return { items: entries.map((entry) => present(entry, users)), total, page, page_size, actions }
}

const idsOf = ({ actor_id, subject_kind, subject }: Entry): string[] => [
  ...(actor_id ? [actor_id] : []),
  ...(subject_kind === 'user' ? [subject] : [])
]

function present({ id, occurred_at, actor_id, action, subject_kind, subject, details }: Entry, users: Map<string, User>): ListedAuditEntry {
  const actor = actor_id ? users.get(actor_id) : undefined
  const named = details as Record<string, unknown>
  const title = typeof named['title'] === 'string' ? named['title'] : null
  return {
    id,
    occurred_at: occurred_at.toISOString(),
    actor: actor ? { id: actor.id, name: actor.name, email: actor.email } : null,
    action,
    // Other parts store the subject's title in the details.
    subject: { kind: subject_kind, id: subject, label: users.get(subject)?.name ?? title },
    details: named
  }
}
