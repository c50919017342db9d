import { z } from 'zod'
import { day, defineRefusals, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { AUDIT_AREAS } from './audit.rules.ts'
import { AUDIT_CSV_MAX, USERS_PAGE_SIZE } from './rules.ts'

/** Forms send an empty choice as ''. */
const chosen = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

const logDay = day.regex(/^(20|21)\d\d-/, 'Enter a date between 2000 and 2199.')

const fields = z.record(z.string(), z.unknown())

const auditEntry = z.object({
  id: z.int(),
  occurred_at: instant,
  /** Null when the product acted by itself or no account matches. */
  actor: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  /** The grant that the action belongs to. */
  area: z.enum(AUDIT_AREAS),
  action: z.string(),
  /** What the action was performed on. `label` is its name or title, if it still has one. */
  subject: z.object({ kind: z.string(), id: z.string(), label: z.string().nullable() }),
  /** The fields that changed. Empty when nothing existed before, or nothing does after. */
  before: fields,
  after: fields,
  details: fields,
  /** Its place in the chain of seals, from a few seconds after the entry on. */
  seal: z.object({ position: z.int(), hash: z.string() }).nullable()
})
export type ListedAuditEntry = z.output<typeof auditEntry>

const filter = {
  /** Searches the names and emails of actors and subjects, the subject, and the details. */
  q: z.string().trim().max(200).optional(),
  action: z.string().trim().max(80).optional(),
  /** The id of the person who acted. */
  person: chosen(z.uuid().toLowerCase()),
  area: chosen(z.enum(AUDIT_AREAS)),
  /** Days in California. Includes start, excludes end. */
  start: chosen(logDay),
  end: chosen(logDay)
}

export const auditLog = endpoint({
  method: 'GET',
  path: '/admin/audit-log',
  access: ['admin'],
  grant: 'people',
  summary: 'List the audit log, newest first.',
  query: z.object({ ...filter, ...paging(USERS_PAGE_SIZE) }),
  /** `total` stops at AUDIT_COUNTED. `actions` lists every action in the log. */
  response: pageOf(auditEntry).extend({ actions: z.array(z.string()) })
})

export const auditCsv = endpoint({
  method: 'GET',
  path: '/admin/audit-log.csv',
  access: ['admin'],
  grant: 'people',
  summary: 'Download the filtered audit log as a CSV file, newest first. Each download is recorded in the log.',
  query: z.object(filter),
  response: z.unknown(),
  kind: 'file'
})

export const refusals = defineRefusals({
  too_many_entries: { status: 422, message: `More than ${AUDIT_CSV_MAX} entries match. Please narrow the filters.` }
})
