import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, directHeaders, notFound } from '#platform/server/index.ts'
import { acceptsAvif, countView } from './avif-demand.ts'
import { type KnownPreview, type KnownPreviews, knownPreviews, PREVIEW_ROUTE } from './known-previews.ts'
import { openPreview, type PreviewAddress } from './previews.service.ts'

const YEAR = 365 * 24 * 60 * 60
const CACHE_BYTES = 24 * 1024 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Request = FastifyRequest<{ Params: PreviewAddress }>

/**
 * Serves previews. The first request for a preview asks the database, like every request for one that is not public; the next ones for a
 * public preview are answered from memory.
 */
export function servePreviews(app: FastifyInstance): void {
  let known: KnownPreviews | undefined
  const knownBy = ({ db, ports }: Ctx): KnownPreviews => {
    const max_bytes = ports.settings.preview_cache_bytes ?? CACHE_BYTES
    known ??= knownPreviews({ ...ports, max_bytes, onSent: (preview, { headers }) => count({ db, ports, log: app.log }, preview, headers) })
    return known
  }
  app.get<{ Params: PreviewAddress }>(PREVIEW_ROUTE, (request, reply) => sendPreview(knownBy(request.ctx), request, reply))
  app.direct.add('/previews/', (path, request) => known?.find(path, request))
  app.addHook('onClose', async () => known?.close())
}

/** The preview at a URL never changes. Shared caches may store it only if it is permanently public. */
async function sendPreview(known: KnownPreviews, { ctx, params, headers }: Request, reply: FastifyReply): Promise<unknown> {
  const version = known.version()
  // From the primary: what a replica does not know yet must not be remembered.
  const preview = UUID.test(params.file_id) ? await openPreview(ctx, params) : undefined
  if (!preview) throw notFound()
  reply.header('etag', preview.etag)
  reply.header('cache-control', preview.is_public ? `public, max-age=${YEAR}, immutable` : 'private, max-age=600')
  // Link previews on other sites show public ones, which carry the watermark or are small.
  if (preview.is_public) reply.header('cross-origin-resource-policy', 'cross-origin')
  if (headers['if-none-match'] === preview.etag) return reply.code(304).send()
  reply.type(preview.content_type)
  const { accel } = ctx.ports
  // A public preview is sent from memory, which costs less than a file store's answer to nginx.
  if (accel && !preview.is_public) {
    reply.header('x-accel-redirect', await accel(await preview.storedKey(), preview.content_type))
    count(ctx, { ...preview, file_id: params.file_id }, headers)
    return reply.send(Buffer.alloc(0))
  }
  const bytes = await preview.bytes()
  const { asset_id, etag, key, could_be_avif, is_public } = preview
  const { file_id, version: drawn, name } = params
  const sent = { asset_id, file_id, etag, key, could_be_avif, headers: directHeaders(reply.getHeaders(), bytes) }
  if (is_public) known.add(`/previews/${file_id}/${drawn}/${name}`, sent, bytes, version)
  count(ctx, sent, headers)
  return reply.send(bytes)
}

/** Counts how often a preview is sent to browsers that would rather have it as AVIF. */
function count(
  ctx: Parameters<typeof countView>[0],
  { could_be_avif, file_id }: Pick<KnownPreview, 'could_be_avif' | 'file_id'>,
  { accept }: IncomingHttpHeaders
): void {
  if (could_be_avif && acceptsAvif(accept)) countView(ctx, file_id)
}
