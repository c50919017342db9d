import type { PayPalEvent } from './documents.ts'

/** Deliberate failures. The first group affects calls, the second webhooks. */
export type CallEffect =
  /** Responds with this status and does nothing. */
  | { kind: 'error'; status?: 500 | 503 }
  /** Does the work, then never responds. */
  | { kind: 'hang' }
  /** Does the work, then resets the connection. */
  | { kind: 'reset' }
  /** Does the work, then responds late. */
  | { kind: 'slow'; delay_ms: number }
  /** Refuses the capture: INSTRUMENT_DECLINED. */
  | { kind: 'decline' }
  /** The capture stays PENDING. */
  | { kind: 'pending' }
  /** Captures an amount that differs from the order's. */
  | { kind: 'wrong_amount'; value: string }

export type WebhookEffect =
  | { kind: 'webhook_late'; delay_ms: number }
  | { kind: 'webhook_duplicate' }
  | { kind: 'webhook_lost' }
  /** Sent after the next webhook, or after delay_ms (5 seconds by default) when none follows. */
  | { kind: 'webhook_out_of_order'; delay_ms?: number }

export type Effect = CallEffect | WebhookEffect

/**
 * What a fault applies to. Omitted fields match everything. `*` matches one segment of a path, or any event;
 * `resource` is the id of the order, capture, refund, or subscription of the event.
 */
export type Match = { method?: string; path?: string; event?: string; resource?: string }
export type Fault = { match?: Match; times?: number; effect: Effect }

export const FAULT_SCHEMA = {
  type: 'object',
  required: ['effect'],
  additionalProperties: false,
  properties: {
    match: {
      type: 'object',
      additionalProperties: false,
      properties: { method: { type: 'string' }, path: { type: 'string' }, event: { type: 'string' }, resource: { type: 'string' } }
    },
    times: { type: 'integer', minimum: 1 },
    effect: {
      type: 'object',
      required: ['kind'],
      additionalProperties: false,
      properties: {
        kind: {
          enum: [
            ...['error', 'hang', 'reset', 'slow', 'decline', 'pending', 'wrong_amount'],
            ...['webhook_late', 'webhook_duplicate', 'webhook_lost', 'webhook_out_of_order']
          ]
        },
        status: { enum: [500, 503] },
        delay_ms: { type: 'integer', minimum: 0, maximum: 600_000 },
        value: { type: 'string', pattern: '^\\d+\\.\\d{2}$' }
      },
      allOf: [
        // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
        { if: { properties: { kind: { enum: ['slow', 'webhook_late'] } } }, then: { required: ['delay_ms'] } },
        // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
        { if: { properties: { kind: { const: 'wrong_amount' } } }, then: { required: ['value'] } }
      ]
    }
  }
}

type Waiting = { match: Match; effect: Effect; left: number }

const isWebhookEffect = (effect: Effect): effect is WebhookEffect => effect.kind.startsWith('webhook_')

function pathMatches(pattern: string | undefined, path: string): boolean {
  if (pattern === undefined || pattern === '*') return true
  const wanted = pattern.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((segment, index) => segment === '*' || segment === given[index])
}

function resourceMatches(wanted: string | undefined, { resource }: PayPalEvent): boolean {
  if (wanted === undefined) return true
  const { id, billing_agreement_id, supplementary_data } = resource as Related
  return [id, billing_agreement_id, supplementary_data?.related_ids?.order_id].includes(wanted)
}

type Related = { id?: string; billing_agreement_id?: string; supplementary_data?: { related_ids?: { order_id?: string } } }

export class Faults {
  #waiting: Waiting[] = []

  add({ match = {}, times = 1, effect }: Fault): void {
    this.#waiting.push({ match, effect, left: times })
  }

  clear(): void {
    this.#waiting = []
  }

  list(): Fault[] {
    return this.#waiting.map(({ match, effect, left }) => ({ match, effect, times: left }))
  }

  takeForCall(method: string, path: string): CallEffect | undefined {
    const applies = ({ match }: Waiting) => (match.method ?? method).toUpperCase() === method && pathMatches(match.path, path)
    const effect = this.#take((fault) => !isWebhookEffect(fault.effect) && applies(fault))
    return effect && !isWebhookEffect(effect) ? effect : undefined
  }

  takeForEvent(event: PayPalEvent): WebhookEffect | undefined {
    const applies = ({ match }: Waiting) => ['*', event.event_type].includes(match.event ?? '*') && resourceMatches(match.resource, event)
    const effect = this.#take((fault) => isWebhookEffect(fault.effect) && applies(fault))
    return effect && isWebhookEffect(effect) ? effect : undefined
  }

  #take(applies: (fault: Waiting) => boolean): Effect | undefined {
    const fault = this.#waiting.find(applies)
    if (!fault) return undefined
    fault.left -= 1
    if (fault.left === 0) this.#waiting = this.#waiting.filter((other) => other !== fault)
    return fault.effect
  }
}
