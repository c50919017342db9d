import { z } from 'zod'
import { defineRefusals, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { APPROVAL_DAYS, APPROVAL_KINDS, APPROVAL_STATES, APPROVAL_TEXTS, APPROVALS_PAGE_SIZE } from './approvals.rules.ts'

const settings = z.object({ two_person_approval: z.boolean() })
export type Settings = z.output<typeof settings>

export const readSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: ['admin'],
  grant: ['finance', 'people'],
  summary: 'Show the settings of the shop, and whether there are two admins who could approve.',
  response: settings.extend({ has_two_admins: z.boolean() })
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/admin/settings',
  access: ['admin'],
  grant: 'finance',
  also_grant: 'people',
  proof: true,
  summary: 'Switch two-person approval on or off.',
  body: z.object({ two_person_approval: z.boolean(APPROVAL_TEXTS.choice) }),
  response: settings
})

const person = z.object({ id: z.uuid(), name: z.string() })
const fields = z.record(z.string(), z.unknown())

export const approval = z.object({
  id: z.uuid(),
  kind: z.enum(APPROVAL_KINDS),
  status: z.enum(APPROVAL_STATES),
  /** What is to change: the values now and then, by field. */
  before: fields,
  after: fields,
  /** The artist who is paid. */
  payee: person.nullable(),
  asked_by: person,
  asked_at: instant,
  expires_at: instant,
  decided_by: person.nullable(),
  decided_at: instant.nullable(),
  /** Why it was refused. */
  reason: z.string().nullable()
})
export type Approval = z.output<typeof approval>

export const listApprovals = endpoint({
  method: 'GET',
  path: '/admin/approvals',
  access: ['admin'],
  grant: 'finance',
  summary: `List what waits for a second admin, and what was decided, newest first. It waits for ${APPROVAL_DAYS} days.`,
  query: z.object({
    status: z
      .enum(APPROVAL_STATES)
      .or(z.literal('').transform(() => undefined))
      .optional(),
    ...paging(APPROVALS_PAGE_SIZE)
  }),
  response: pageOf(approval)
})

const params = z.object({ id: z.uuid().toLowerCase() })

export const approve = endpoint({
  method: 'POST',
  path: '/admin/approvals/:id/approve',
  access: ['admin'],
  grant: 'finance',
  proof: true,
  summary: 'Approve what another admin asked for. It happens at once.',
  params,
  response: approval
})

export const refuseApproval = endpoint({
  method: 'POST',
  path: '/admin/approvals/:id/refuse',
  access: ['admin'],
  grant: 'finance',
  summary: 'Refuse what another admin asked for. Nothing changes.',
  params,
  body: z.object({ reason: requiredText(APPROVAL_TEXTS.reason, 500) }),
  response: approval
})

export const refusals = defineRefusals({
  approval_not_found: { status: 404, message: 'This approval does not exist.' },
  own_request: { status: 409, message: 'You asked for this. Another admin has to decide.' },
  own_work: { status: 409, message: 'This pays you. Another admin has to decide.' },
  new_admin: { status: 409, message: 'You became an admin after this was asked for. Another admin has to decide.' },
  approval_decided: { status: 409, message: 'Another admin has already decided this.' },
  approval_expired: { status: 409, message: `This was not decided within ${APPROVAL_DAYS} days. Please ask again.` }
})
