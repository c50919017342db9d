import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Failure } from '../../webhooks.rules.ts'
import { parseTarget } from './address.ts'
import type { WebhookNetwork } from './ports.ts'
import { checkHost } from './resolve.ts'

/** For everything: names, connection, and answer. */
const TIMEOUT_MS = 10_000
/** The headers decide. This much of the body is read, so that a usual receiver sees its answer taken. */
const BODY_MAX = 4096

export type Outcome = { response_status: number | null; failure: Failure | null }

/** Posts the body once, to an address that was checked just before. Redirects are not followed. Never throws. */
export async function post(network: WebhookNetwork, to: string, message: Message, timeout_ms = TIMEOUT_MS): Promise<Outcome> {
  const target = parseTarget(to, network.allows_loopback)
  if (typeof target === 'string') return failed('refused_address')
  const deadline = AbortSignal.timeout(timeout_ms)
  const checked = await orTimeout(checkHost(network, target.host), deadline)
  if (checked === undefined) return failed('timeout')
  if (typeof checked === 'string') return failed(checked)
  return send(target.url, checked, message, deadline)
}

export type Message = { body: string; headers: Record<string, string> }

const failed = (failure: Failure): Outcome => ({ response_status: null, failure })

/** Undefined: the deadline came first. */
const orTimeout = <T>(work: Promise<T>, deadline: AbortSignal): Promise<T | undefined> =>
  Promise.race([work, new Promise<undefined>((resolve) => deadline.addEventListener('abort', () => resolve(undefined), { once: true }))])

function send(url: URL, addresses: LookupAddress[], { body, headers }: Message, deadline: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const options: RequestOptions = {
      method: 'POST',
      // A connection of its own, to one of the addresses that were checked: the name is not resolved again.
      agent: false,
      lookup: lookupAmong(addresses),
      signal: deadline,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) }
    }
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
    request.on('response', (response) => {
      resolve(outcomeOf(response.statusCode ?? 0))
      finish(response)
    })
    request.on('error', () => resolve(failed(deadline.aborted ? 'timeout' : 'no_connection')))
    // A receiver that switches protocols does not take the event.
    request.on('upgrade', (response, socket) => {
      resolve(outcomeOf(response.statusCode ?? 0))
      socket.destroy()
    })
    request.end(body)
  })
}

function outcomeOf(response_status: number): Outcome {
  if (response_status >= 200 && response_status < 300) return { response_status, failure: null }
  return { response_status, failure: response_status >= 300 && response_status < 400 ? 'redirect' : 'status' }
}

/** Reads a little of the answer and closes the connection. The deadline still ends it. */
function finish(response: IncomingMessage): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > BODY_MAX) response.destroy()
  })
  response.on('error', () => response.destroy())
}

/** Answers the checked addresses, whatever name is asked for. */
const lookupAmong =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else if (first) done(null, first.address, first.family)
  }
