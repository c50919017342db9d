import { readFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Plan } from '../reference/plan.ts'

export type Response = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }
export type Call = { method?: string; headers?: Record<string, string>; body?: string | Buffer; timeout_ms?: number }
/** One browser: a network address of its own, and connections that stay open. */
export type Visitor = (path: string, call?: Call) => Promise<Response>

const TIMEOUT_MS = 15_000

/** Returns a visitor with the network address 127.0.1.N, so that limits for each address hold as they would for many people. */
export function openVisitor({ folder, ports }: Plan, number: number): Visitor {
  const secureContext = createSecureContext({ ca: readFileSync(join(folder, 'certificate.pem')) })
  const agent = new Agent({ keepAlive: true, secureContext, localAddress: `127.0.1.${(number % 250) + 1}`, maxSockets: 20 })
  return (path, { method = 'GET', headers = {}, body, timeout_ms = TIMEOUT_MS } = {}) => {
    const options: RequestOptions = {
      host: '127.0.0.1',
      servername: 'localhost',
      port: ports.https,
      path,
      method,
      agent,
      signal: AbortSignal.timeout(timeout_ms)
    }
    const all = {
      host: `localhost:${ports.https}`,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers
    }
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, headers: all }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }))
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }
}
