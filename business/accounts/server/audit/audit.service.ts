import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, csvOf, type Db, refuse, signedIn } from '#platform/server/index.ts'
import { type auditCsv, type auditLog, type ListedAuditEntry, refusals } from '../../audit.contract.ts'
import { type AuditArea, areaOf, changeIn } from '../../audit.rules.ts'
import { AUDIT_COUNTED, AUDIT_CSV_MAX } from '../../rules.ts'
import { findUsers, type User } from '../users/users.service.ts'
import * as queries from './audit.queries.ts'

/** A search that matches at most this many people filters by their ids. */
const IDS_MAX = 5000

type NewEntry = {
  actor_id: string | null
  action: string
  subject_kind: string
  subject: string
  details?: Record<string, unknown>
  /** Follows from the action unless set. */
  area?: AuditArea
}

/** Appends an entry to the audit log, in the transaction of the action. Entries are never deleted, only moved to a file after AUDIT_DAYS. */
export async function audit(
  db: Db,
  { actor_id, action, subject_kind, subject, details = {}, area = areaOf(action) }: NewEntry
): Promise<void> {
  await queries.insertAuditEntry(db, { actor_id, action, subject_kind, subject, details, area })
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the fields that differ, as they were before and as they are after. What did not exist has no fields. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = Object.keys({ ...before, ...after }).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (fields: Fields) => Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]))
  return { before: only(before), after: only(after) }
}

type Entry = Awaited<ReturnType<typeof queries.findAuditEntries>>[number]
type Filter = Received<typeof auditCsv>['query']

/** `total` stops at AUDIT_COUNTED. */
export async function list({ db }: Ctx, query: Received<typeof auditLog>['query']): Promise<Answer<typeof auditLog>> {
  const { page, page_size } = query
  const filter = await findPeople(db, query)
  const [entries, total, actions] = await Promise.all([
    queries.findAuditEntries(db, { ...filter, page, page_size }),
    queries.countAuditEntries(db, filter, AUDIT_COUNTED),
    queries.findActions(db)
  ])
  return { items: await present(db, entries), total, page, page_size, actions }
}

async function findPeople(db: Db, filter: Filter): Promise<queries.AuditFilter> {
  const found = filter.q ? await queries.findIdsContaining(db, filter.q, IDS_MAX + 1) : []
  return { ...filter, people: found.length > IDS_MAX ? 'many' : found }
}

const CSV_COLUMNS = ['at', 'person', 'area', 'action', 'subject', 'before', 'after'] as const

/** Every entry that matches the filters as CSV, newest first. Refuses more than AUDIT_CSV_MAX. */
export async function exportCsv(ctx: Ctx, filter: Filter): Promise<string> {
  const { db } = ctx
  const found = await queries.findAuditEntries(db, { ...(await findPeople(db, filter)), page: 1, page_size: AUDIT_CSV_MAX + 1 })
  if (found.length > AUDIT_CSV_MAX) throw refuse(refusals, 'too_many_entries')
  const by = { actor_id: signedIn(ctx).id, action: 'report.exported', subject_kind: 'report', subject: 'audit log' }
  await audit(db, { ...by, area: 'people', details: { rows: found.length } })
  const lines = (await present(db, found)).map((entry) => ({
    at: entry.occurred_at,
    person: entry.actor ? `${entry.actor.name} (${entry.actor.email})` : '',
    area: entry.area,
    action: entry.action,
    subject: [entry.subject.kind, entry.subject.label ?? '', entry.subject.id].filter(Boolean).join(' '),
    before: written(entry.before),
    after: written(entry.after)
  }))
  return csvOf(CSV_COLUMNS, lines)
}

const written = (fields: Fields): string => (Object.keys(fields).length > 0 ? JSON.stringify(fields) : '')

async function present(db: Db, entries: readonly Entry[]): Promise<ListedAuditEntry[]> {
  const users = await findUsers(db, entries.flatMap(idsOf))
  return entries.map((entry) => presentOne(entry, users))
}

const idsOf = ({ actor_id, subject_kind, subject }: Entry): string[] => [
  ...(actor_id ? [actor_id] : []),
  ...(subject_kind === 'user' ? [subject] : [])
]

function presentOne(entry: Entry, users: Map<string, User>): ListedAuditEntry {
  const { id, occurred_at, actor_id, action, subject_kind, subject, area, position, hash } = entry
  const actor = actor_id ? users.get(actor_id) : undefined
  const details = entry.details as Record<string, unknown>
  const title = typeof details['title'] === 'string' ? details['title'] : null
  return {
    id,
    occurred_at: occurred_at.toISOString(),
    actor: actor ? { id: actor.id, name: actor.name, email: actor.email } : null,
    area: area ?? areaOf(action),
    action,
    // Other parts store the subject's title in the details.
    subject: { kind: subject_kind, id: subject, label: users.get(subject)?.name ?? title },
    ...changeIn(action, details),
    details,
    seal: position === null || hash === null ? null : { position, hash: hash.toString('hex') }
  }
}
