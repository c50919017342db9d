import { z } from 'zod'
import { defineRefusals, emailAddress, endpoint, instant, requiredText } from '#platform/contract/index.ts'
import { CLAIM_KINDS, CLAIM_MAX, CLAIM_STATES, CLAIMANT_ROLES, COUNTER_DAYS, MESSAGE_SENDERS, MESSAGES } from './rules.ts'

/* What claimants and artists do with claims. What admins do is in desk.contract.ts. */

export const claimKind = z.enum(CLAIM_KINDS, MESSAGES.kind)
export const claimState = z.enum(CLAIM_STATES)

/** The elements of a notice (17 U.S.C. §512(c)(3)). Every kind of claim needs them all, so that each can be answered. */
const elements = {
  kind: claimKind,
  name: requiredText(MESSAGES.name, CLAIM_MAX.name),
  email: emailAddress(),
  address: requiredText(MESSAGES.address, CLAIM_MAX.address),
  role: z.enum(CLAIMANT_ROLES, MESSAGES.role),
  work: requiredText(MESSAGES.work, CLAIM_MAX.work),
  work_url: z
    .union([z.literal('').transform(() => undefined), z.url({ protocol: /^https?$/, error: MESSAGES.work_url }).max(CLAIM_MAX.work_url)])
    .optional(),
  signature: requiredText(MESSAGES.signature, CLAIM_MAX.signature)
}

export const makeClaim = endpoint({
  method: 'POST',
  path: '/claims',
  access: 'anyone',
  summary: 'Reports an approved asset. An unknown asset and one that is not approved get the same answer.',
  body: z.object({
    asset_id: z.uuid(MESSAGES.asset),
    ...elements,
    good_faith: z.literal(true, MESSAGES.good_faith),
    accuracy: z.literal(true, MESSAGES.accuracy)
  }),
  response: z.object({ claim_number: z.string(), status_url: z.string() }),
  status: 201
})

export const claimMessage = z.object({ from: z.enum(MESSAGE_SENDERS), body: z.string(), at: instant })
export type ClaimMessage = z.output<typeof claimMessage>

const shownClaim = {
  claim_number: z.string(),
  state: claimState,
  kind: z.enum(CLAIM_KINDS),
  asset_title: z.string(),
  received_at: instant,
  decided_at: instant.nullable(),
  countered_at: instant.nullable().meta({ description: 'When the counter-notice came' }),
  restores_on: z.iso.date().nullable().meta({ description: 'The day (California) on which the asset returns' }),
  ended_at: instant.nullable().meta({ description: 'When it was rejected, withdrawn, or restored' }),
  messages: z.array(claimMessage)
}

const token = z.string().min(1).max(100)

export const readClaim = endpoint({
  method: 'GET',
  path: '/claims/:token',
  access: 'anyone',
  summary: 'The state of a claim, for whoever has the link that its claimant got.',
  params: z.object({ token }),
  response: z.object(shownClaim)
})
export type ShownClaim = z.output<typeof readClaim.response>

const message = requiredText(MESSAGES.message, CLAIM_MAX.message)

export const sendClaimMessage = endpoint({
  method: 'POST',
  path: '/claims/:token/messages',
  access: 'anyone',
  summary: 'Adds a message of the claimant. A claim that needs information is then received again.',
  params: z.object({ token }),
  body: z.object({ body: message }),
  response: z.object(shownClaim),
  status: 201
})

export const withdrawClaim = endpoint({
  method: 'POST',
  path: '/claims/:token/withdraw',
  access: 'anyone',
  summary: 'Withdraws a claim that is not decided.',
  params: z.object({ token }),
  response: z.object(shownClaim)
})

/** An upheld claim as its artist sees it: without the claimant’s addresses. */
export const ownClaim = z.object({
  id: z.uuid(),
  claim_number: z.string(),
  kind: z.enum(CLAIM_KINDS),
  state: claimState,
  message: z.string().meta({ description: 'What Easel wrote to the artist' }),
  counter_until: instant.nullable().meta({ description: 'Until when a counter-notice may be sent; null if none may be' }),
  restores_on: z.iso.date().nullable()
})
export type OwnClaim = z.output<typeof ownClaim>

export const readOwnClaim = endpoint({
  method: 'GET',
  path: '/employee/claims/:id',
  access: ['employee'],
  summary: 'An upheld claim about one of your own assets.',
  params: z.object({ id: z.uuid() }),
  response: ownClaim.extend({
    ...{ asset_id: z.uuid(), asset_title: z.string(), claimant: z.string(), work: z.string() },
    ...{ decided_at: instant, countered_at: instant.nullable(), ended_at: instant.nullable() }
  })
})
export type OwnClaimDetails = z.output<typeof readOwnClaim.response>

export const counterClaim = endpoint({
  method: 'POST',
  path: '/claims/:id/counter',
  access: ['employee'],
  summary: `Answers an upheld claim about one of your own assets with a counter-notice, once, within ${COUNTER_DAYS} days. The claimant gets it with the name and the address.`,
  params: z.object({ id: z.uuid() }),
  body: z.object({
    name: elements.name,
    address: elements.address,
    perjury_statement: z.literal(true, MESSAGES.perjury),
    consent_to_jurisdiction: z.literal(true, MESSAGES.jurisdiction),
    signature: elements.signature
  }),
  response: ownClaim
})

export const strikes = z.object({
  count: z.int(),
  uploads_paused: z.boolean(),
  items: z.array(z.object({ claim_number: z.string(), asset_title: z.string(), kind: z.enum(CLAIM_KINDS), upheld_at: instant }))
})
export type Strikes = z.output<typeof strikes>

export const refusals = defineRefusals({
  asset_not_claimable: { status: 404, message: 'There is no such asset. Please check the address.' },
  claim_not_found: { status: 404, message: 'This claim does not exist.' },
  artist_not_found: { status: 404, message: 'This artist does not exist.' },
  already_decided: { status: 409, message: 'This claim has already been decided or withdrawn.' },
  claim_is_over: { status: 409, message: 'This claim is over. Please make a new report if something has changed.' },
  too_many_claim_messages: { status: 409, message: 'This claim has too many messages. Please write to us by email.' },
  not_counterable: { status: 409, message: 'A counter-notice can be sent once, while the claim is upheld, within 30 days.' },
  no_counter_notice: { status: 409, message: 'A suit can only be recorded while the asset waits to be restored.' },
  own_asset: { status: 409, message: 'This claim is about your own work. Another admin has to decide it.' },
  uploads_paused: {
    status: 409,
    message: 'Your uploads are paused because three claims about your work were upheld. Please contact us.'
  },
  uploads_not_paused: { status: 409, message: 'The uploads of this artist are not paused.' }
})
