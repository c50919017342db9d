import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendOutgoing } from '../http/mount.ts'
import { contentDisposition } from './send-file.ts'

export type StreamToSend = { filename: string; content_type: string; stream: Readable }

/** A receiver that takes no byte for this long is disconnected, and so is one whose next byte takes this long to make. */
const STALLED_MS = 120_000

/**
 * Streams bytes of unknown length as a file to save. An error on the way breaks the connection, so that the receiver does not take half a
 * file for a whole one. A receiver that leaves early harms nothing.
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { filename, content_type, stream }: StreamToSend,
  { stalled_ms = STALLED_MS } = {}
): Promise<void> {
  sendOutgoing(request, reply)
  const headers: OutgoingHttpHeaders = {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': content_type,
    'content-disposition': contentDisposition(filename),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store'
  }
  reply.hijack()
  reply.raw.setTimeout(stalled_ms, () => reply.raw.destroy())
  reply.raw.writeHead(200, headers)
  if (request.method === 'HEAD') {
    stream.destroy()
    reply.raw.end()
    return
  }
  try {
    await pipeline(stream, reply.raw)
  } catch (err) {
    if (!request.raw.destroyed) request.log.error({ err }, 'a stream ended early')
    reply.raw.destroy()
  }
}
