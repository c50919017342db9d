import type { z } from 'zod'
import { inSpan } from '#platform/server/index.ts'
import * as shapes from './schemas.ts'

export type PayPalSettings = { base_url: string; client_id: string; client_secret: string; webhook_id: string }

/** PayPal refused a call. `issue` is PayPal's code, such as INSTRUMENT_DECLINED. */
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

/** PayPal did not respond, or its response was unreadable. Whether it executed the call is unknown. */
export class PayPalUnreachable extends Error {
  constructor(cause: unknown) {
    super('PayPal gave no usable response.', { cause })
    this.name = 'PayPalUnreachable'
  }
}

/** A call that changes something has a `request_id`. PayPal executes calls with the same id once. */
export type PayPalCall = { method: 'GET'; path: string } | { method: 'POST'; path: string; request_id: string; body: object }
/** Throws PayPalRefusal or PayPalUnreachable. */
export type Call = <S extends z.ZodType>(request: PayPalCall, shape: S) => Promise<z.output<S>>

const TIMEOUT_MS = 15_000
/** A token is not used during its last minute. */
const TOKEN_MARGIN_MS = 60_000

/** Opens calls to PayPal's REST API that share an access token. */
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

  /** Forgets a token, unless another call has replaced it already. */
  const drop = (old: typeof token) => {
    if (token === old) token = undefined
  }

  /** Concurrent calls share one token. A failed token request is not cached. */
  async function bearer(): Promise<string> {
    const cached = token
    if (cached) {
      const { value, expires } = await cached
      if (expires > Date.now()) return value
      drop(cached)
    }
    token ??= fetchToken()
    const next = token
    return next.then(
      ({ value }) => value,
      (error: unknown) => {
        drop(next)
        throw error
      }
    )
  }

  async function call<S extends z.ZodType>(request: PayPalCall, shape: S, mayRetry = true): Promise<z.output<S>> {
    const headers = { authorization: `Bearer ${await bearer()}`, prefer: 'return=representation', ...headersOf(request) }
    const body = request.method === 'POST' ? { body: JSON.stringify(request.body) } : {}
    try {
      return await fetchChecked(base_url + request.path, shape, { method: request.method, headers, ...body })
    } catch (error) {
      if (!(mayRetry && error instanceof PayPalRefusal && error.status === 401)) throw error
      token = undefined
      return call(request, shape, false)
    }
  }
  return call
}

const headersOf = (request: PayPalCall) =>
  request.method === 'POST' ? { 'content-type': 'application/json', 'paypal-request-id': request.request_id } : {}

async function fetchChecked<S extends z.ZodType>(url: string, shape: S, init: RequestInit): Promise<z.output<S>> {
  const { status, text } = await exchange(url, init)
  const json = parse(text)
  if (status >= 200 && status < 300) {
    const checked = shape.safeParse(json)
    if (!checked.success) throw new PayPalUnreachable(checked.error)
    return checked.data
  }
  const failure = shapes.failure.safeParse(json)
  if (status >= 500 || !failure.success) throw new PayPalUnreachable(new Error(`status ${status}`))
  throw new PayPalRefusal(status, failure.data.details[0]?.issue ?? failure.data.name, failure.data.message)
}

async function exchange(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const method = init.method ?? 'GET'
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).host, 'url.path': new URL(url).pathname }
  return inSpan(`PayPal ${method}`, { kind: 'client', attributes }, async (note) => {
    try {
      const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
      note({ 'http.response.status_code': answer.status })
      return { status: answer.status, text: await answer.text() }
    } catch (error) {
      throw new PayPalUnreachable(error)
    }
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
