import type { z } from 'zod'
import * as shapes from './paypal-shapes.ts'

export type PayPalSettings = { base_url: string; client_id: string; client_secret: string; webhook_id: string }

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

/** A call that changes something carries a `request_id`: PayPal does what was asked with the same one once. */
export type Asked = { method: 'GET'; path: string } | { method: 'POST'; path: string; request_id: string; body: object }
/** Throws PayPalRefusal or PayPalUnreachable. */
export type Call = <S extends z.ZodType>(asked: Asked, shape: S) => Promise<z.output<S>>

const TIMEOUT_MS = 15_000
/** A token is not used in its last minute. */
const TOKEN_MARGIN_MS = 60_000
const MOST_CERTIFICATES = 8

/** Calls to PayPal's REST API with a token that they share. */
export function openCalls({ base_url, client_id, client_secret }: PayPalSettings): Call {
  let token: Promise<{ value: string; expires: number }> | undefined

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

  async function call<S extends z.ZodType>(asked: Asked, shape: S, again = true): Promise<z.output<S>> {
    const headers = { authorization: `Bearer ${await bearer()}`, prefer: 'return=representation', ...headersOf(asked) }
    const body = asked.method === 'POST' ? { body: JSON.stringify(asked.body) } : {}
    try {
      return await fetchChecked(base_url + asked.path, shape, { method: asked.method, headers, ...body })
    } catch (error) {
      if (!(again && error instanceof PayPalRefusal && error.status === 401)) throw error
      token = undefined
      return call(asked, shape, false)
    }
  }
  return call
}

const headersOf = (asked: Asked) =>
  asked.method === 'POST' ? { 'content-type': 'application/json', 'paypal-request-id': asked.request_id } : {}

/** Gives the certificate (PEM) at an address that was found trusted; kept, as every event names one. */
export function openCertificates(): (address: string) => Promise<string> {
  const certificates = new Map<string, string>()
  return async (address) => {
    const kept = certificates.get(address)
    if (kept) return kept
    const { status, text } = await exchange(address, {})
    if (status !== 200) throw new PayPalUnreachable(new Error(`status ${status}`))
    if (certificates.size >= MOST_CERTIFICATES) certificates.clear()
    certificates.set(address, text)
    return text
  }
}

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
