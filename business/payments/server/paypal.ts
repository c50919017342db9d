import type { z } from 'zod'
import type { PayPalOrder } from './paypal-shapes.ts'
import * as shapes from './paypal-shapes.ts'

export type PayPalSettings = { base_url: string; client_id: string; client_secret: string; webhook_id: string }

export type OrderRequest = {
  payment_id: string
  client_id: string
  /** Dollars with two decimals, as PayPal writes them. */
  value: string
  currency: string
  description: string
  brand_name: string
  return_url: string
  cancel_url: string
}

/** PayPal said no, with its own word for it, such as INSTRUMENT_DECLINED. */
export class PayPalRefusal extends Error {
  readonly status: number
  readonly issue: string

  constructor(status: number, issue: string, message: string) {
    super(`PayPal answered ${status} ${issue}: ${message}`)
    this.name = 'PayPalRefusal'
    this.status = status
    this.issue = issue
  }
}

/** No answer, or none that can be understood: whether PayPal did what was asked is unknown. */
export class PayPalUnreachable extends Error {
  constructor(cause: unknown) {
    super('PayPal gave no answer that can be used.', { cause })
    this.name = 'PayPalUnreachable'
  }
}

export interface PayPal {
  readonly settings: PayPalSettings
  createOrder(request: OrderRequest): Promise<PayPalOrder>
  getOrder(order_id: string): Promise<PayPalOrder>
  /** Asked twice for the same payment, PayPal captures once. */
  captureOrder(order_id: string, payment_id: string): Promise<PayPalOrder>
  /** The certificate (PEM) at an address that was found trusted; kept, as every event names one. */
  certificateAt(address: string): Promise<string>
}

const TIMEOUT_MS = 15_000
/** A token is not used in its last minute. */
const TOKEN_MARGIN_MS = 60_000
const MOST_CERTIFICATES = 8
const DESCRIPTION_MOST = 127

type Call = { method: 'GET' | 'POST'; path: string; request_id?: string; body?: object }

/** A small client of PayPal's REST API (Orders v2); the sandbox and PayPal differ by base URL and credentials only. */
export function openPayPal(settings: PayPalSettings): PayPal {
  const { base_url, client_id, client_secret } = settings
  let token: Promise<{ value: string; expires: number }> | undefined
  const certificates = new Map<string, string>()

  async function fetchToken() {
    const answer = await fetchChecked(`${base_url}/v1/oauth2/token`, shapes.token, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded'
      },
      body: 'grant_type=client_credentials'
    })
    return { value: answer.access_token, expires: Date.now() + answer.expires_in * 1000 - TOKEN_MARGIN_MS }
  }

  /** Calls that come together share one token; a failed one is not kept. */
  async function bearer(): Promise<string> {
    const held = token
    if (held) {
      const { value, expires } = await held
      if (expires > Date.now()) return value
      if (token === held) token = undefined
    }
    const next = token ?? fetchToken()
    token = next
    try {
      return (await next).value
    } catch (error) {
      if (token === next) token = undefined
      throw error
    }
  }

  async function call<S extends z.ZodType>({ method, path, request_id, body }: Call, shape: S, again = true): Promise<z.output<S>> {
    const headers = {
      authorization: `Bearer ${await bearer()}`,
      prefer: 'return=representation',
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(request_id && { 'paypal-request-id': request_id })
    }
    try {
      return await fetchChecked(base_url + path, shape, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    } catch (error) {
      if (!(again && error instanceof PayPalRefusal && error.status === 401)) throw error
      token = undefined
      return call({ method, path, ...(request_id && { request_id }), ...(body && { body }) }, shape, false)
    }
  }

  const at = (order_id: string) => `/v2/checkout/orders/${encodeURIComponent(order_id)}`
  return {
    settings,
    createOrder: (request) =>
      call(
        { method: 'POST', path: '/v2/checkout/orders', request_id: `create-${request.payment_id}`, body: orderBody(request) },
        shapes.order
      ),
    getOrder: (order_id) => call({ method: 'GET', path: at(order_id) }, shapes.order),
    captureOrder: (order_id, payment_id) =>
      call({ method: 'POST', path: `${at(order_id)}/capture`, request_id: `capture-${payment_id}`, body: {} }, shapes.order),
    certificateAt: async (address) => {
      const kept = certificates.get(address)
      if (kept) return kept
      const { status, text } = await exchange(address, {})
      if (status !== 200) throw new PayPalUnreachable(new Error(`status ${status}`))
      if (certificates.size >= MOST_CERTIFICATES) certificates.clear()
      certificates.set(address, text)
      return text
    }
  }
}

/** `reference_id` names the person and `custom_id` the payment: a capture counts only where both come back. */
const orderBody = ({ payment_id, client_id, value, currency, description, brand_name, return_url, cancel_url }: OrderRequest) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: client_id,
      custom_id: payment_id,
      description: [...description].slice(0, DESCRIPTION_MOST).join(''),
      amount: { currency_code: currency, value }
    }
  ],
  payment_source: {
    paypal: {
      experience_context: { brand_name, shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW', return_url, cancel_url }
    }
  }
})

async function fetchChecked<S extends z.ZodType>(url: string, shape: S, init: RequestInit): Promise<z.output<S>> {
  const { status, text } = await exchange(url, init)
  const json = parse(text)
  if (status >= 200 && status < 300) {
    const checked = shape.safeParse(json)
    if (!checked.success) throw new PayPalUnreachable(checked.error)
    return checked.data
  }
  const said = shapes.failure.safeParse(json)
  if (status >= 500 || !said.success) throw new PayPalUnreachable(new Error(`status ${status}`))
  throw new PayPalRefusal(status, said.data.details[0]?.issue ?? said.data.name, said.data.message)
}

async function exchange(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    throw new PayPalUnreachable(error)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
