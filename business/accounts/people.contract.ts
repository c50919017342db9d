import { z } from 'zod'
import { day, endpoint, instant, pageOf, paging, ROLES, refusals } from '#platform/contract/index.ts'
import { person } from './contract.ts'
import { USERS_PAGE_SIZE } from './rules.ts'

const listed = person.extend({
  is_active: z.boolean(),
  email_verified: z.boolean(),
  avatar_url: z.string().nullable(),
  created_at: instant,
  /** Of the sessions that there are; nothing when signed out everywhere. */
  last_seen_at: instant.nullable()
})
export type ListedUser = z.output<typeof listed>

/** An empty choice in a form is no choice. */
const chosen = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

const params = z.object({ id: z.uuid().toLowerCase() })

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access: ['admin'],
  summary: 'Everyone with an account, newest first; deleted users are not among them',
  query: z.object({
    q: z.string().trim().max(200).optional(),
    role: chosen(z.enum(ROLES)),
    status: chosen(z.enum(['active', 'inactive'])),
    ...paging(USERS_PAGE_SIZE)
  }),
  response: pageOf(listed)
})

export const setRole = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/role',
  access: ['admin'],
  summary: 'Gives someone another role, from the next call on',
  params,
  body: z.object({ role: z.enum(ROLES) }),
  response: listed
})

export const setStatus = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/status',
  access: ['admin'],
  summary: 'Activates or deactivates: toggles with an empty body, sets with is_active',
  params,
  body: z.object({ is_active: z.boolean().optional() }),
  response: listed
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id',
  access: ['admin'],
  summary: "Erases a person's data and ends the sessions; the books keep 'Deleted user'",
  params,
  status: 204,
  response: z.null()
})

export const signOutUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/sign-out',
  access: ['admin'],
  summary: 'Ends every session of someone',
  params,
  response: listed
})

/** Years that PostgreSQL and people both know. */
const logDay = day.regex(/^(20|21)\d\d-/, 'Give a day of the years 2000 to 2199.')

const auditEntry = z.object({
  id: z.int(),
  occurred_at: instant,
  /** Nobody where the product did it by itself or no account fits. */
  actor: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  action: z.string(),
  /** What it was done to; `label` is a name for people, where there still is one. */
  subject: z.object({ kind: z.string(), id: z.string(), label: z.string().nullable() }),
  details: z.record(z.string(), z.unknown())
})
export type ListedAuditEntry = z.output<typeof auditEntry>

export const auditLog = endpoint({
  method: 'GET',
  path: '/admin/audit-log',
  access: ['admin'],
  summary: 'Who did what to whom, newest first',
  query: z.object({
    /** Looked for in the names and addresses of who did it and to whom, in the subject and in the details. */
    q: z.string().trim().max(200).optional(),
    action: z.string().trim().max(80).optional(),
    /** Days in California; start included, end excluded. */
    start: chosen(logDay),
    end: chosen(logDay),
    ...paging(USERS_PAGE_SIZE)
  }),
  /** `total` counts no further than AUDIT_COUNTED; `actions` are those that there are. */
  response: pageOf(auditEntry).extend({ actions: z.array(z.string()) })
})

export const no = refusals({
  user_not_found: { status: 404, message: 'There is no such user.' },
  own_account: { status: 409, message: 'You cannot change your own role or status, or delete yourself.' },
  last_admin: { status: 409, message: 'This is the last active admin.' }
})
