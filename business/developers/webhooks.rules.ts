export const EVENT_TYPES = [
  'license.granted',
  'license.revoked',
  'asset.approved',
  'asset.withheld',
  'subscription.changed',
  'request.changed',
  'payout.made'
] as const
export type WebhookEvent = (typeof EVENT_TYPES)[number]

/** What each event means, for the form. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'license.granted': 'A license is granted to you',
  'license.revoked': 'A license of yours is revoked or transferred away',
  'asset.approved': 'An asset of yours is approved',
  'asset.withheld': 'An asset of yours is taken off sale',
  'subscription.changed': 'Your subscription starts, renews, changes, or ends',
  'request.changed': 'A custom request of yours gets a new status or artist',
  'payout.made': 'A payout to you is recorded'
}

/** Webhooks of one person. */
export const WEBHOOKS_MAX = 10
export const URL_MAX = 2000
/** After so many failed attempts in a row, a webhook is turned off. */
export const FAILURES_MAX = 10
/** How long the secret before a rotation still signs. */
export const ROTATION_HOURS = 24
/** How long the log keeps a delivery. */
export const DELIVERY_DAYS = 30

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why an attempt failed, when the receiver did not answer with a status of its own choice. */
export const FAILURES = {
  status: 'The receiver did not answer with a status from 200 to 299.',
  redirect: 'The receiver redirected, which we do not follow.',
  timeout: 'The receiver did not answer within 10 seconds.',
  refused_address: 'The address is not a public one.',
  unknown_host: 'The name in the address could not be resolved.',
  no_connection: 'The connection failed or was closed before an answer.'
} as const
export type Failure = keyof typeof FAILURES

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
/** Pauses before the second and later attempts, in milliseconds. Together they take less than 24 hours. */
export const RETRY_PAUSES: readonly number[] = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 6 * HOUR]

/** Returns when the next attempt is due after so many failed ones, or null if that was the last. */
export function nextAttempt(now: Date, tries: number): Date | null {
  const pause = RETRY_PAUSES[tries - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause)
}

export const MESSAGES = {
  url: 'Please enter an address that starts with http:// or https://.',
  url_credentials: 'Please enter an address without a user name and password.',
  url_private: 'Please enter a public address. Private, local, and reserved addresses are refused.',
  events: 'Please choose at least one event.',
  not_found: 'This webhook does not exist.',
  delivery_not_found: 'This delivery does not exist.',
  too_many: `You have ${WEBHOOKS_MAX} webhooks, which is the maximum. Please delete one first.`
} as const
