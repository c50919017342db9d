import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type SentFile = { filename: string; content_type: string; size: number; is_preview?: true; open(): Promise<Readable> }

/** RFC 6266: a name in ASCII for old readers, and the true one. */
function disposition({ filename, is_preview }: SentFile): string {
  if (is_preview) return 'inline'
  const ascii = filename.replace(/[^ -~]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(filename).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Streams what somebody uploaded: saved, never opened as a page of ours. Whoever asks may leave at any moment. */
export async function sendAttachment(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<void> {
  const headers: OutgoingHttpHeaders = {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': file.content_type,
    'content-length': file.size,
    'content-disposition': disposition(file),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    // For those who take part alone: no copy stays but the one they save. Previews never change, and are drawn often.
    'cache-control': file.is_preview ? 'private, max-age=300' : 'private, no-store'
  }
  const { raw } = reply
  reply.hijack()
  if (request.method === 'HEAD') {
    raw.writeHead(200, headers).end()
    return
  }
  try {
    const bytes = await file.open()
    if (!raw.destroyed) raw.writeHead(200, headers)
    await pipeline(bytes, raw)
  } catch (err) {
    if (!request.raw.destroyed) request.log.error({ err }, 'attachment')
    raw.destroy()
  }
}
