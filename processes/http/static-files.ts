import { existsSync, globSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import pLimit from 'p-limit'
import { encodingFor } from '#platform/server/http/cached-reply.ts'
import { type DirectAnswer, directHeaders } from '#platform/server/index.ts'

const PREFIX = '/static/'
const ROUTE = `${PREFIX}*`
/** Files that are compressed already gain nothing. */
const COMPRESSED = /\.(?:woff2|png|webp|avif|jpg|wasm)$/
/** Larger files, such as codecs, are asked for rarely. */
const MAX_BYTES = 512 * 1024
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

type Encoded = Record<'br' | 'gzip', DirectAnswer>

/** Serves the browser's files. Those whose names contain a hash of their content are compressed once and then answered from memory. */
export async function serveStaticFiles(app: FastifyInstance, folder: string | undefined): Promise<void> {
  if (!folder || !existsSync(folder)) return
  await app.register(staticFiles, { root: folder, index: false, maxAge: '1y', immutable: true, wildcard: false, setHeaders: shortLived })
  const paths = new Set(globSync('static/**', { cwd: folder }).map((path) => `/${path}`))
  const known = new Map<string, Encoded>()
  const one = pLimit(1)
  app.direct.add(PREFIX, (path, { headers }) => {
    if (headers.range !== undefined || headers['if-modified-since'] !== undefined) return undefined
    const encoding = encodingFor(headers['accept-encoding'])
    // What browsers do not send gets what the app sends.
    const answer = encoding === 'identity' ? undefined : known.get(path)?.[encoding]
    // Taken out of the list first, so that each file is read once.
    if (!answer && paths.delete(path)) void one(() => learn(app, path, known))
    return answer
  })
}

/** Keeps what the app itself answers, compressed better than while a visitor waits. */
async function learn(app: FastifyInstance, path: string, known: Map<string, Encoded>): Promise<void> {
  try {
    const { statusCode, headers, rawPayload } = await app.inject({ url: path, headers: { 'accept-encoding': 'identity' } })
    const etag = String(headers['etag'])
    if (statusCode !== 200 || rawPayload.length > MAX_BYTES) return
    if (COMPRESSED.test(path)) {
      const answer = { route: ROUTE, etag, headers: directHeaders(headers, rawPayload), body: rawPayload }
      known.set(path, { br: answer, gzip: answer })
      return
    }
    const encoded = async (encoding: 'br' | 'gzip', body: Buffer): Promise<DirectAnswer> => ({
      route: ROUTE,
      etag,
      headers: directHeaders({ ...headers, 'content-encoding': encoding, vary: 'accept-encoding', 'accept-ranges': undefined }, body),
      body
    })
    const br = await encoded('br', await promisify(brotliCompress)(rawPayload, BROTLI))
    known.set(path, { br, gzip: await encoded('gzip', await promisify(gzip)(rawPayload, { level: 9 })) })
  } catch (err) {
    app.log.warn({ err, path }, 'a file for browsers was not compressed in advance')
  }
}

/** Only files whose names contain a hash of their content may be cached for a year. */
function shortLived(reply: FastifyReply, path: string): void {
  if (!path.includes(PREFIX)) reply.header('cache-control', 'public, max-age=3600')
}
