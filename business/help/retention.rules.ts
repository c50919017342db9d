import { HIRED_GOV_ID_DAYS, HIRED_RETENTION_DAYS, REJECTED_RETENTION_DAYS, UNDECIDED_RETENTION_DAYS } from '#careers/rules.ts'
import { MISS_DAYS } from '#catalogue/rules.ts'
import { CLAIM_RETENTION_DAYS } from '#claims/rules.ts'
import { DELIVERY_DAYS } from '#developers/webhooks.rules.ts'
import { HAND_OVER_DAYS } from '#licensing/hand-over.rules.ts'
import { OFFER_RETENTION_DAYS } from '#licensing/transfer.rules.ts'
import { PLATFORM_RETENTION } from './platform-retention.rules.ts'
import { ACCOUNT_RETENTION } from './retention-accounts.rules.ts'
import type { RetentionRule } from './retention-text.rules.ts'
import { CONTACT_RETENTION_DAYS } from './rules.ts'

/** Personal data that ends. One nightly job applies every rule; /privacy and docs/security.md show them. */
export const RETENTION = [
  ...ACCOUNT_RETENTION,
  {
    id: 'api_keys',
    what: 'API keys',
    where: 'developers.api_key',
    ...{ becomes: 'deleted', days: 30, since: 'their end' },
    why: 'the person sees which one ended'
  },
  {
    id: 'rejected_applications',
    what: 'Applications that we reject, with their resume and government ID,',
    where: 'careers.applicant, careers.applicant_file',
    becomes: 'deleted',
    days: REJECTED_RETENTION_DAYS,
    since: 'the rejection',
    why: 'the applicant may ask about the decision'
  },
  {
    id: 'undecided_applications',
    what: 'Applications without a decision, with their resume and government ID,',
    where: 'careers.applicant, careers.applicant_file',
    becomes: 'deleted',
    days: UNDECIDED_RETENTION_DAYS,
    since: 'we receive them',
    why: 'a position may open later'
  },
  {
    id: 'hired_gov_ids',
    what: 'Government IDs of people we hire',
    where: 'careers.applicant_file',
    becomes: 'deleted',
    days: HIRED_GOV_ID_DAYS,
    since: 'the hiring',
    why: 'the ID is checked when the artist starts'
  },
  {
    id: 'hired_applications',
    what: 'Other data of an application of people we hire, such as the resume,',
    where: 'careers.applicant, careers.applicant_file',
    becomes: 'deleted',
    days: HIRED_RETENTION_DAYS,
    since: 'the hiring',
    why: 'questions come up in the first year; the account replaces it'
  },
  {
    id: 'free_downloads',
    what: 'Email addresses of free downloads without consent to news',
    where: 'licensing.free_request',
    becomes: 'deleted',
    days: 30,
    since: 'the download',
    why: 'we can answer questions about the download'
  },
  {
    id: 'free_downloads_with_news',
    what: 'Email addresses of free downloads with consent to news',
    where: 'licensing.free_request',
    becomes: 'deleted',
    days: 730,
    since: 'the consent',
    why: 'they prove the consent, until it is withdrawn'
  },
  {
    id: 'license_offers',
    what: 'Email addresses of offered licenses that nobody accepted',
    where: 'licensing.transfer',
    ...{ becomes: 'deleted', days: OFFER_RETENTION_DAYS, since: 'the end of the offer' },
    why: 'we can answer questions about the offer'
  },
  {
    id: 'hand_overs',
    what: 'ZIP files of licensed works that a client had prepared',
    where: 'licensing.hand_over',
    ...{ becomes: 'deleted', days: 0, since: 'the link expires' },
    why: `the client has had ${HAND_OVER_DAYS} days to download the file`
  },
  {
    id: 'webhook_bodies',
    what: 'Texts of PayPal’s notices, which may contain the payer’s name,',
    where: 'payments.webhook_event',
    becomes: 'deleted',
    days: 180,
    since: 'the notice, once it is processed',
    why: 'a buyer can open a dispute at PayPal for 180 days'
  },
  {
    id: 'infected_attachments',
    what: 'Infected files that were sent in a conversation, which we keep aside,',
    where: 'requests.attachment',
    becomes: 'deleted',
    days: 90,
    since: 'the upload',
    why: 'an admin can find out where they come from'
  },
  {
    id: 'infected_uploads',
    what: 'Infected files of artists, which we keep aside,',
    where: 'catalogue.asset_file',
    becomes: 'deleted',
    days: 90,
    since: 'the upload',
    why: 'an admin can find out where they come from'
  },
  {
    id: 'seat_invitations',
    what: 'Invitations to a team that nobody accepts',
    where: 'subscriptions.seat',
    becomes: 'deleted',
    days: 30,
    since: 'the invitation',
    why: 'the invited person may need time to answer'
  },
  {
    id: 'ended_seats',
    what: 'Email addresses of the members of a team',
    where: 'subscriptions.seat',
    becomes: 'deleted',
    days: 30,
    since: 'the end of its plan',
    why: 'the owner may have questions about the plan'
  },
  {
    id: 'change_quotes',
    what: 'Quotes for changes of plan',
    where: 'subscriptions.change_quote',
    ...{ becomes: 'deleted', days: 30, since: 'the quote' },
    why: 'the client may have questions about it'
  },
  {
    id: 'contact_messages',
    what: 'Messages from the contact page',
    where: 'help.contact_message',
    becomes: 'deleted',
    days: CONTACT_RETENTION_DAYS.others,
    since: 'we receive them',
    why: 'a conversation may continue'
  },
  {
    id: 'claims',
    what: 'Names, addresses, and texts in claims and counter-notices',
    where: 'claims.claim, claims.message',
    becomes: 'deleted',
    days: CLAIM_RETENTION_DAYS,
    since: 'the end of the claim, or the last step of one that keeps a work off sale',
    why: 'either side may go to court for three years; number, dates, and outcome stay'
  },
  {
    id: 'contact_spam',
    what: 'Messages that are marked as spam',
    where: 'help.contact_message',
    becomes: 'deleted',
    days: CONTACT_RETENTION_DAYS.spam,
    since: 'we receive them',
    why: 'an admin may notice a mistake'
  },
  {
    id: 'webhook_deliveries',
    what: 'What was sent to webhooks',
    where: 'developers.delivery',
    ...{ becomes: 'deleted', days: DELIVERY_DAYS, since: 'the event' },
    why: 'their owner can find out what a receiver missed, and send it again'
  },
  {
    id: 'search_misses',
    what: 'Searches that return nothing',
    where: 'catalogue.search_miss',
    becomes: 'deleted',
    days: MISS_DAYS,
    since: 'the last such search',
    why: 'they show which words and assets are missing'
  },
  ...PLATFORM_RETENTION
] as const satisfies readonly RetentionRule[]

export type RetentionId = (typeof RETENTION)[number]['id']
