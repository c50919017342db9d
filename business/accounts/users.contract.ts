import { z } from 'zod'
import { defineRefusals, endpoint, GRANTS, instant, pageOf, paging, ROLES } from '#platform/contract/index.ts'
import { person } from './contract.ts'
import { USERS_CSV_MAX, USERS_PAGE_SIZE } from './rules.ts'

const listedUser = person.extend({
  /** What an admin may do. Empty for everyone else. */
  grants: z.array(z.enum(GRANTS)),
  is_active: z.boolean(),
  email_verified: z.boolean(),
  avatar_url: z.string().nullable(),
  created_at: instant,
  /** The newest activity of all current sessions; null when signed out everywhere. */
  last_seen_at: instant.nullable(),
  /** Whether an authenticator app or a passkey is set up. */
  has_second_factor: z.boolean()
})
export type ListedUser = z.output<typeof listedUser>

/** Forms send an empty choice as ''. */
const chosen = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

const params = z.object({ id: z.uuid().toLowerCase() })

const userFilter = {
  q: z.string().trim().max(200).optional(),
  role: chosen(z.enum(ROLES)),
  status: chosen(z.enum(['active', 'inactive']))
}

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access: ['admin'],
  grant: 'people',
  summary: 'List users, newest first, without deleted users.',
  query: z.object({ ...userFilter, ...paging(USERS_PAGE_SIZE) }),
  response: pageOf(listedUser)
})

export const usersCsv = endpoint({
  method: 'GET',
  path: '/admin/users.csv',
  access: ['admin'],
  grant: 'people',
  summary: 'Download the filtered users as a CSV file. Each download is recorded in the audit log.',
  query: z.object(userFilter),
  response: z.unknown(),
  kind: 'file'
})

export const setRole = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/role',
  access: ['admin'],
  grant: 'people',
  proof: true,
  summary: 'Change a user’s role. It takes effect with the user’s next call.',
  params,
  body: z.object({ role: z.enum(ROLES) }),
  response: listedUser
})

export const setGrants = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/grants',
  access: ['admin'],
  grant: 'people',
  proof: true,
  summary: 'Set what an admin may do. It takes effect with the admin’s next call.',
  params,
  body: z.object({ grants: z.array(z.enum(GRANTS, 'There is no such grant.')).max(2 * GRANTS.length) }),
  response: listedUser
})

export const setStatus = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/status',
  access: ['admin'],
  grant: 'people',
  summary: 'Activate or deactivate a user. An empty body toggles; is_active sets.',
  params,
  body: z.object({ is_active: z.boolean().optional() }),
  response: listedUser
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id',
  access: ['admin'],
  grant: 'people',
  proof: true,
  summary: "Erase a user's personal data and end every session. The books keep 'Deleted user'.",
  params,
  status: 204,
  response: z.null()
})

export const signOutUser = endpoint({
  method: 'POST',
  path: '/admin/users/:id/sign-out',
  access: ['admin'],
  grant: 'people',
  summary: 'End every session of a user.',
  params,
  response: listedUser
})

export const refusals = defineRefusals({
  user_not_found: { status: 404, message: 'This user does not exist.' },
  own_account: { status: 409, message: 'You cannot change your own role, grants, or status, or delete yourself.' },
  not_an_admin: { status: 409, message: 'Only admins have grants.' },
  last_people_holder: { status: 409, message: 'This is the last active admin with the grant people.' },
  last_admin: { status: 409, message: 'This is the last active admin.' },
  too_many_users: { status: 422, message: `More than ${USERS_CSV_MAX} users match. Please narrow the filters.` }
})
