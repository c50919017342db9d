import { z } from 'zod'
import { defineRefusals, emailAddress, endpoint, instant } from '#platform/contract/index.ts'
import { license } from './contract.ts'
import { LICENSE_TYPES } from './rules.ts'
import { TRANSFER_DAYS, TRANSFER_STATES } from './transfer.rules.ts'

const params = z.object({ id: z.uuid().toLowerCase() })
const tokenParams = z.object({ token: z.string().max(100) })

export const offerTransfer = endpoint({
  method: 'POST',
  path: '/licenses/:id/transfer',
  access: ['client'],
  summary: `Offer a commercial or extended license to someone else, once. They get a link by email and have ${TRANSFER_DAYS} days to accept.`,
  params,
  body: z.object({ email: emailAddress() }),
  response: z.object({ email: z.string(), ends_at: instant }),
  status: 201
})

export const withdrawTransfer = endpoint({
  method: 'DELETE',
  path: '/licenses/:id/transfer',
  access: ['client'],
  summary: 'Withdraw an offer that was not accepted yet.',
  params,
  response: z.null(),
  status: 204
})

export const readTransfer = endpoint({
  method: 'GET',
  path: '/licenses/transfers/:token',
  access: 'anyone',
  summary: 'The offer behind the link that the recipient got',
  params: tokenParams,
  response: z.object({
    asset_id: z.uuid(),
    asset_title: z.string(),
    license_type: z.enum(LICENSE_TYPES),
    sender: z.string(),
    state: z.enum(TRANSFER_STATES),
    ends_at: instant,
    is_for_caller: z.boolean().meta({ description: 'Whether the caller is signed in as a client with the address of the offer' })
  })
})
export type Transfer = z.output<typeof readTransfer.response>

export const acceptTransfer = endpoint({
  method: 'POST',
  path: '/licenses/transfers/:token/accept',
  access: ['client'],
  summary:
    "Accept a license that was offered to the caller's address. The sender's license ends; the caller gets one with a certificate of its own.",
  params: tokenParams,
  response: license
})

export const refusals = defineRefusals({
  plan_license: { status: 409, message: 'A license from a plan cannot be transferred. It belongs to the plan.' },
  personal_license: { status: 409, message: 'A personal license cannot be transferred. Commercial and Extended licenses can.' },
  license_not_active: { status: 409, message: 'This license is no longer active.' },
  transferred_before: { status: 409, message: 'This license was transferred before. A license can be transferred once.' },
  already_offered: { status: 409, message: 'This license is already offered to someone. Withdraw that offer first.' },
  own_address: { status: 409, message: 'This is your own address. Please enter the address of the recipient.' },
  no_offer: { status: 404, message: 'There is no offer to withdraw.' },
  transfer_not_found: { status: 404, message: 'This link is incomplete, or the offer does not exist any more.' },
  transfer_over: { status: 409, message: 'This offer is over. Please ask the sender for a new one.' },
  other_address: { status: 409, message: 'This license was offered to another email address. Please sign in with that address.' },
  already_held: { status: 409, message: 'You already have the same license for this asset.' }
})
