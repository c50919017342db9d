import type { Answer, Received } from '#platform/contract/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import type { auditLog, ListedAuditEntry } from '../people.contract.ts'
import { AUDIT_COUNTED } from '../rules.ts'
import * as queries from './audit.queries.ts'
import { findUsers, type User } from './people.service.ts'

const NAMED_ONE_BY_ONE = 5000

type Entry = Awaited<ReturnType<typeof queries.findAuditEntries>>[number]

/** `total` counts no further than AUDIT_COUNTED. */
export async function list({ db }: Ctx, query: Received<typeof auditLog>['query']): Promise<Answer<typeof auditLog>> {
  const { page, page_size } = query
  const found = query.q ? await queries.findIdsContaining(db, query.q, NAMED_ONE_BY_ONE + 1) : []
  const people = found.length > NAMED_ONE_BY_ONE ? 'many' : found
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
  const facts = details as Record<string, unknown>
  const title = typeof facts['title'] === 'string' ? facts['title'] : null
  return {
    id,
    occurred_at: occurred_at.toISOString(),
    actor: actor ? { id: actor.id, name: actor.name, email: actor.email } : null,
    action,
    // Other parts put the title of what it was into the details.
    subject: { kind: subject_kind, id: subject, label: users.get(subject)?.name ?? title },
    details: facts
  }
}
