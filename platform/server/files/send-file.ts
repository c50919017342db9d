import type { OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { sendOutgoing } from '../http/mount.ts'
import type { ByteRange } from './files.ts'

export type FileToSend = {
  /** Without a name, the header names only the disposition. */
  filename?: string
  content_type: string
  size: number
  /** Identifies these exact bytes, for the ETag. Without it, ranges are not offered. */
  version?: string
  /** 'attachment' unless set: browsers save the file instead of showing it. */
  disposition?: 'attachment' | 'inline'
  /** 'private, no-store' unless set. */
  cache_control?: string
  /** The key in the file store, if exactly its bytes are sent: nginx may then send them, see accel-redirect.ts. */
  key?: string
  open(range?: ByteRange): Promise<Readable>
}

/** Returns a Content-Disposition value (RFC 6266): the file name, and an ASCII fallback where the name needs one. */
export function contentDisposition(filename?: string, type: 'attachment' | 'inline' = 'attachment'): string {
  if (filename === undefined) return create(undefined, { type })
  const name = filename.toWellFormed()
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '_')
  return create(name, { type, fallback })
}

/** A client that takes no byte for this long is disconnected: it would hold the file and the connection forever. */
const STALLED_MS = 60_000

/** Streams a file: whole, or the one range that was asked for. Ends when the answer has ended. A client that disconnects early harms nothing. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
  { stalled_ms = STALLED_MS } = {}
): Promise<void> {
  sendOutgoing(request, reply)
  const range = requestedRange(request, file)
  const headers = headersOf(reply, file)
  // Before the hijack: an error is still answered.
  const accel = file.key === undefined ? undefined : await request.ctx.ports.accel?.(file.key, file.content_type)
  reply.hijack()
  if (accel !== undefined) {
    // nginx answers ranges and conditions, with an ETag of its own.
    const { etag: _etag, 'accept-ranges': _ranges, ...others } = headers
    reply.raw.writeHead(200, { ...others, 'content-length': 0, 'x-accel-redirect': accel }).end()
    return
  }
  reply.raw.setTimeout(stalled_ms, () => reply.raw.destroy())
  if (range === 'unsatisfiable') {
    reply.raw.writeHead(416, { ...headers, 'content-range': `bytes */${file.size}`, 'content-length': 0 }).end()
    return
  }
  if (range === 'whole') {
    await stream(request, reply, { status: 200, headers: { ...headers, 'content-length': file.size }, open: () => file.open() })
    return
  }
  const { start, end } = range
  const partial = { 'content-range': `bytes ${start}-${end}/${file.size}`, 'content-length': end - start + 1 }
  await stream(request, reply, { status: 206, headers: { ...headers, ...partial }, open: () => file.open(range) })
}

function headersOf(reply: FastifyReply, { filename, content_type, version, disposition, cache_control }: FileToSend): OutgoingHttpHeaders {
  return {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': content_type,
    'content-disposition': contentDisposition(filename, disposition),
    // An uploaded file has no rights on this site, even when a browser opens it.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': cache_control ?? 'private, no-store',
    ...(version !== undefined && { 'accept-ranges': 'bytes', etag: `"${version}"` })
  }
}

function requestedRange({ headers }: FastifyRequest, { size, version }: FileToSend): ByteRange | 'whole' | 'unsatisfiable' {
  const { range, 'if-range': condition } = headers
  if (version === undefined || !range?.startsWith('bytes=')) return 'whole'
  if (condition !== undefined && condition !== `"${version}"`) return 'whole'
  if (isReversed(range)) return 'whole'
  if (isLongSuffix(range, size)) return { start: 0, end: size - 1 }
  const ranges = parseRange(size, range)
  if (ranges === -1) return 'unsatisfiable'
  // Several ranges would need a multipart answer; the whole file is a valid answer to them.
  return ranges === -2 || ranges.length !== 1 ? 'whole' : (ranges[0] ?? 'whole')
}

/* range-parser calls these two unsatisfiable; RFC 9110 says to ignore the first and to send everything for the second. */
const isReversed = (range: string): boolean => {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  return Number(to) < Number(from)
}
const isLongSuffix = (range: string, size: number): boolean => Number(/^bytes=-(\d+)$/.exec(range)?.[1]) > size && size > 0

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
    // A client that left early needs no answer; any other sees the connection end before the promised length.
    if (!request.raw.destroyed) request.log.error({ err }, 'sending a file failed')
    raw.destroy()
  }
}
