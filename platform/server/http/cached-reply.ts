import type { FastifyReply } from 'fastify'
import type { CachedResponse, Encoding } from './response-cache.ts'

/** Compressing a smaller body saves nothing. */
const MIN_COMPRESSED_BYTES = 1024

type Accepted = { 'accept-encoding'?: string | undefined; 'if-none-match'?: string | undefined }

/** Sets the validator and the encoding of a cached response, and returns the bytes to send: none if the caller has this version already. */
export function prepareCached(
  reply: FastifyReply,
  headers: Accepted,
  cached: Pick<CachedResponse, 'hash' | 'length' | 'body'>
): Promise<Buffer | undefined> {
  const encoding = encodingOf(headers, cached)
  const etag = `"${cached.hash}-${encoding}"`
  reply.header('etag', etag)
  if (matchesEtag(headers['if-none-match'], etag)) {
    reply.code(304)
    return NOTHING
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return cached.body(encoding)
}

const NOTHING = Promise.resolve(undefined)

/** Returns the encoding in which the caller gets a cached response. */
export const encodingOf = (headers: Accepted, { length }: Pick<CachedResponse, 'length'>): Encoding =>
  length < MIN_COMPRESSED_BYTES ? 'identity' : encodingFor(headers['accept-encoding'])

/** Returns the best encoding that an Accept-Encoding header allows. */
export function encodingFor(accepted: string | undefined): Encoding {
  return acceptsEncoding(accepted, 'br') ? 'br' : acceptsEncoding(accepted, 'gzip') ? 'gzip' : 'identity'
}

export function acceptsEncoding(accepted: string | undefined, encoding: Exclude<Encoding, 'identity'>): boolean {
  if (accepted === undefined) return false
  const names = accepted.split(',').map((one) => one.trim().toLowerCase())
  return names.some((one) => one === encoding || (one.startsWith(`${encoding};`) && !/q=0(\.0*)?$/.test(one)))
}

/** Whether an If-None-Match names this version. Weak and strong validators count alike. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((one) => one.trim() === '*' || withoutWeakness(one) === withoutWeakness(etag)) ?? false

const withoutWeakness = (etag: string): string => etag.trim().replace(/^W\//, '')
