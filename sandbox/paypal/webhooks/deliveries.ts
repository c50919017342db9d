import { randomUUID, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Certificate, PayPalEvent, Webhook } from '../documents.ts'
import type { WebhookEffect } from '../faults.ts'
import type { Delivery, Store } from '../store.ts'

/** Each pause is twice the one before it, but at most `max_ms`. */
export type Retry = { attempts: number; first_ms: number; max_ms?: number }

type Setup = { store: Store; certificate: Certificate; retry: Retry; url: () => string; now: () => Date }

const TIMEOUT_MS = 10_000
const OUT_OF_ORDER_MS = 5_000

/** Returns the text that PayPal signs: transmission id, time, webhook id, and the checksum of the raw body. */
export function signedText(transmission: { id: string; time: string; webhook_id: string; body: string }): string {
  const { id, time, webhook_id, body } = transmission
  return `${id}|${time}|${webhook_id}|${crc32(body)}`
}

export function showEvent(event: PayPalEvent, url: string) {
  const self = `${url}/v1/notifications/webhooks-events/${event.id}`
  return {
    ...event,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' }
    ]
  }
}

/** Sends webhooks one at a time, and retries each with growing pauses until it is accepted or given up. The queue survives a restart. */
export class Deliveries {
  readonly #setup: Setup
  readonly #closing = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #busy = false
  #current: Promise<void> = Promise.resolve()
  #waiters: (() => void)[] = []

  constructor(setup: Setup) {
    this.#setup = setup
  }

  /** Call it inside the transaction that created the event; `wake` sends it afterwards. */
  enqueue(event: PayPalEvent, webhook: Webhook, effect?: WebhookEffect): void {
    const { store } = this.#setup
    const held = effect?.kind === 'webhook_out_of_order' ? 1 : 0
    const late = effect?.kind === 'webhook_late' ? effect.delay_ms : held ? outOfOrderMs(effect) : 0
    const delivery: Delivery = {
      id: randomUUID(),
      event_id: event.id,
      webhook_id: webhook.id,
      state: effect?.kind === 'webhook_lost' ? 'lost' : 'pending',
      attempts: 0,
      due_at: Date.now() + late,
      held
    }
    store.putDelivery(delivery)
    if (effect?.kind === 'webhook_duplicate') store.putDelivery({ ...delivery, id: randomUUID() })
  }

  wake(): void {
    if (this.#busy || this.#closing.signal.aborted) return
    this.#busy = true
    this.#current = this.#drain()
  }

  /** Resolves once every webhook was delivered, lost, or given up. */
  async settled(): Promise<void> {
    if (!this.#setup.store.firstPending()) return
    await new Promise<void>((resolve) => this.#waiters.push(resolve))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#timer)
    await this.#current
    this.#release()
  }

  async #drain(): Promise<void> {
    clearTimeout(this.#timer)
    while (!this.#closing.signal.aborted) {
      const delivery = this.#setup.store.firstPending()
      if (!delivery) {
        this.#release()
        break
      }
      const pause = delivery.due_at - Date.now()
      if (pause > 0) {
        this.#timer = setTimeout(() => this.wake(), pause)
        break
      }
      await this.#attempt(delivery)
    }
    this.#busy = false
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { store, retry } = this.#setup
    const taken = await this.#send(delivery)
    if (!taken && this.#closing.signal.aborted) return
    const attempts = delivery.attempts + 1
    const state = taken ? 'delivered' : attempts < retry.attempts ? 'pending' : 'failed'
    const pause = Math.min(retry.first_ms * 2 ** delivery.attempts, retry.max_ms ?? Number.POSITIVE_INFINITY)
    store.putDelivery({ ...delivery, attempts, state, held: 0, due_at: Date.now() + pause })
    if (taken) store.releaseHeld(delivery.webhook_id, Date.now())
  }

  async #send(delivery: Delivery): Promise<boolean> {
    const { store, url } = this.#setup
    const webhook = store.find('webhook', delivery.webhook_id)
    const event = store.find('event', delivery.event_id)
    if (!webhook || !event) return false
    const body = JSON.stringify(showEvent(event, url()))
    try {
      const answer = await fetch(webhook.url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...this.#signature(delivery, body) },
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        redirect: 'manual'
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  #signature({ id, webhook_id }: Delivery, body: string): Record<string, string> {
    const { certificate, url, now } = this.#setup
    const time = now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
    const signature = sign('sha256', Buffer.from(signedText({ id, time, webhook_id, body })), certificate.private_key)
    return {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature.toString('base64'),
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${url()}/v1/notifications/certs/${certificate.id}`
    }
  }

  #release(): void {
    for (const resolve of this.#waiters.splice(0)) resolve()
  }
}

function outOfOrderMs(effect: WebhookEffect | undefined): number {
  return effect?.kind === 'webhook_out_of_order' ? (effect.delay_ms ?? OUT_OF_ORDER_MS) : 0
}
