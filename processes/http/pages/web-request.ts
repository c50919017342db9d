import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#platform/server/index.ts'

/** Listens on the response, not on the socket: a keep-alive socket serves many requests and would collect their listeners. */
export function abortOnClose(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return closed.signal
}

/** Rendering for the response cache has no `signal`: other visitors wait for the page too, so it must not stop when the first one leaves. */
export function asWebRequest(request: FastifyRequest, address: string, signal?: AbortSignal): Request {
  // HEAD gets the headers that GET would get.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const init: RequestInit = { method, headers: webHeaders(request), signal: signal ?? null }
  if (request.method === 'POST') init.body = new Uint8Array(request.rawBody ?? [])
  return new Request(address, init)
}

function webHeaders({ headers }: FastifyRequest): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 pseudo headers, such as :path, are not headers for the Fetch API.
    if (name.startsWith(':')) continue
    for (const one of [value ?? []].flat()) result.append(name, one)
  }
  return result
}

const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** The Host header is untrusted text. */
export function addressOf({ protocol, host, url }: FastifyRequest): string {
  const address = `${protocol}://${host}${url}`
  if (!HOST.test(host) || !URL.canParse(address)) throw new Refusal('malformed', 400, 'The request could not be read.')
  return address
}
