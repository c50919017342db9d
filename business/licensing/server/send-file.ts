import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '#platform/server/index.ts'
import { attachment } from './file-name.ts'

export type Sendable = {
  filename: string
  content_type: string
  size: number
  /** Changes with the bytes. */
  version: string
  open(range: ByteRange): Promise<Readable>
}

/** One range of a Range header; several at once, or another unit, are answered with the whole file. */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return 'whole'
  return start < size && start <= end ? { start, end } : 'beyond'
}

/** Streams a file to one who may leave at any moment. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: Sendable): Promise<void> {
  const { range, 'if-range': condition } = request.headers
  const etag = `"${file.version}"`
  const wanted = condition === undefined || condition === etag ? readRange(range, file.size) : 'whole'
  const headers: OutgoingHttpHeaders = {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': file.content_type,
    'content-disposition': attachment(file.filename),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag
  }
  reply.hijack()
  if (wanted === 'beyond') {
    reply.raw.writeHead(416, { ...headers, 'content-range': `bytes */${file.size}`, 'content-length': 0 }).end()
    return
  }
  const { start, end } = wanted === 'whole' ? { start: 0, end: file.size - 1 } : wanted
  const partial = wanted === 'whole' ? {} : { 'content-range': `bytes ${start}-${end}/${file.size}` }
  const status = wanted === 'whole' ? 200 : 206
  await stream(request, reply, {
    status,
    headers: { ...headers, ...partial, 'content-length': end - start + 1 },
    open: () => file.open({ start, end })
  })
}

type Streamed = { status: number; headers: OutgoingHttpHeaders; open(): Promise<Readable> }

async function stream(request: FastifyRequest, { raw }: FastifyReply, { status, headers, open }: Streamed): Promise<void> {
  if (request.method === 'HEAD') {
    raw.writeHead(status, headers).end()
    return
  }
  try {
    const bytes = await open()
    if (!raw.destroyed) raw.writeHead(status, headers)
    await pipeline(bytes, raw)
  } catch (err) {
    // Whoever left early needs no answer; whoever did not sees the connection end before the promised length.
    if (!request.raw.destroyed) request.log.error({ err }, 'download')
    raw.destroy()
  }
}
