import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = { headers: IncomingHttpHeaders; body: string }

/** Starts a receiver on loopback for one test, which keeps what it got. `answer` decides what it says; 204 unless set. */
export async function openReceiver(answer: (got: number, response: ServerResponse, request: IncomingMessage) => void = ok) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      answer(received.length, response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}/hook`, port, received }
}

const ok = (_got: number, response: ServerResponse): void => void response.writeHead(204).end()

export const answering =
  (status: number, headers: Record<string, string> = {}) =>
  (_got: number, response: ServerResponse): void =>
    void response.writeHead(status, headers).end()
