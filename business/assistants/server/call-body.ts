import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { createOpenLimit, hasTooManyValues, Refusal, siteOf } from '#platform/server/index.ts'
import { CALL_BYTES, PICTURE_CALL_BYTES, PICTURES_ARRIVING, PICTURES_ARRIVING_OF_SITE } from '../rules.ts'

const limitArriving = createOpenLimit({
  message: 'Too many pictures are arriving right now. Please try again in a moment.',
  retry_after: 10
})

/** Whether the announced body is one that only a search by picture has. A body without a length is taken as a small one. */
const isLong = ({ headers }: FastifyRequest): boolean => Number(headers['content-length'] ?? 0) > CALL_BYTES

/** Reads a call: one JSON-RPC message. `spendPicture` counts a search by picture, and refuses a long body before it is received. */
export async function readCall(request: FastifyRequest, spendPicture: () => Promise<void>): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw malformed('The request is not JSON.')
  if (!isLong(request)) return parse(await readBytes(request.body, CALL_BYTES))
  await spendPicture()
  const site = siteOf(request.ctx.caller.ip)
  const bytes = await limitArriving(site, { most: PICTURES_ARRIVING_OF_SITE }, () =>
    limitArriving('all', { most: PICTURES_ARRIVING }, () => readBytes(request.body, PICTURE_CALL_BYTES))
  )
  const message = parse(bytes)
  if (!isPictureSearch(message)) throw tooLarge()
  return message
}

function isPictureSearch(message: unknown): boolean {
  const { method, params } = Object(message) as { method?: unknown; params?: unknown }
  return method === 'tools/call' && (Object(params) as { name?: unknown }).name === 'search_by_picture'
}

/** A slow phone sends this much. Whoever sends less keeps a place that others wait for. */
const BYTES_PER_MS = 64
const MIN_MS = 30_000

async function readBytes(body: unknown, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const stream = (body ?? []) as Readable
  const tooSlow = setTimeout(
    () => stream.destroy?.(new Refusal('too_slow', 408, 'The request arrived too slowly.')),
    MIN_MS + most / BYTES_PER_MS
  )
  try {
    for await (const chunk of stream) {
      length += (chunk as Buffer).length
      if (length > most) throw tooLarge()
      chunks.push(chunk as Buffer)
    }
  } finally {
    clearTimeout(tooSlow)
  }
  return Buffer.concat(chunks)
}

function parse(bytes: Buffer): unknown {
  if (hasTooManyValues(bytes)) throw malformed('The request has too many parts.')
  let message: unknown
  try {
    message = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw malformed('The request is not valid JSON.')
  }
  // A batch would be many calls that count as one. The protocol has none since 2025-06-18.
  if (typeof message !== 'object' || message === null || Array.isArray(message)) throw malformed('Send one message at a time.')
  return message
}

const malformed = (text: string) => new Refusal('malformed', 400, text)
const tooLarge = () => new Refusal('too_large', 413, 'The request is too large.')
