import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, contentDisposition, JSON_TYPE } from '#platform/server/index.ts'
import * as answers from './answers.ts'
import * as lists from './list-answers.ts'
import type { IndexedView } from './open-view.ts'
import { type IconRefusal, type Query, textOf } from './parameters.ts'

type Params = { prefix: string; name: string }
export type IconRequest = FastifyRequest<{ Params: Params & { key?: string }; Querystring: Query }>

/** Where one caller's icons come from, and whether others may get the same answers. */
export type Source = { read(request: IconRequest, reply: FastifyReply): Promise<IndexedView>; is_public: boolean }

const WORD = '(^[a-z0-9-]+)'
const CSS_TYPE = 'text/css; charset=utf-8'
const SVG_TYPE = 'image/svg+xml; charset=utf-8'

type Answered = {
  type: string
  body: string /** The set whose time of change the address may carry. */
  set?: string
  filename?: string | undefined
  is_whole: boolean
}
type Answerer = (ctx: Ctx, view: IndexedView, request: IconRequest) => Promise<Answered>

/** Serves the Iconify-compatible API at `base`. */
export function serveIcons(app: FastifyInstance, base: string, source: Source): void {
  const get = (path: string, answer: Answerer) =>
    app.get(`${base}${path}`, async (request: IconRequest, reply) => {
      const view = await source.read(request, reply)
      return send(request, reply, { view, answered: await answer(request.ctx, view, request), is_public: source.is_public })
    })
  const list = (path: string, answer: (view: IndexedView, query: Query) => object) =>
    get(path, async (_ctx, view, { query }) => ({ type: JSON_TYPE, body: written(answer(view, query), query), is_whole: false }))

  list('/collections', lists.collections)
  list('/collection', lists.collection)
  list('/search', lists.search)
  list('/keywords', lists.keywords)
  list('/last-modified', lists.lastModified)
  get(`/:prefix${WORD}.json`, sendIcons)
  get(`/:prefix${WORD}/icons.json`, sendIcons)
  get(`/:prefix${WORD}.css`, sendCss)
  get(`/:prefix${WORD}/:name${WORD}.svg`, sendSvg)
}

const written = (data: object, query: Query): string => (textOf(query, 'pretty') ? JSON.stringify(data, null, 4) : JSON.stringify(data))

const sendIcons: Answerer = async (ctx, view, { params: { prefix }, query }) => {
  const data = await answers.icons(ctx, view, prefix, query)
  return { type: JSON_TYPE, body: written(data, query), set: prefix, is_whole: data.not_found === undefined }
}

const sendCss: Answerer = async (ctx, view, { params: { prefix }, query }) => {
  const body = await answers.css(ctx, view, prefix, query)
  const filename = textOf(query, 'download') && `${prefix}.css`
  return { type: CSS_TYPE, body, set: prefix, filename, is_whole: !body.includes('Could not find icon') }
}

const sendSvg: Answerer = async (ctx, view, { params, query }) => {
  const filename = textOf(query, 'download') && `${params.name}.svg`
  return { type: SVG_TYPE, body: await answers.svg(ctx, view, params, query), set: params.prefix, filename, is_whole: true }
}

const WEEK = 7 * 24 * 60 * 60

type Sending = { view: IndexedView; answered: Answered; is_public: boolean }

function send(request: IconRequest, reply: FastifyReply, { view, answered, is_public }: Sending) {
  const { type, body, filename } = answered
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.header('etag', etag).header('cache-control', cachingOf(request, view, answered, is_public))
  if (filename) reply.header('content-disposition', contentDisposition(filename))
  if (request.headers['if-none-match']?.split(/,\s*/).some((known) => known.replace(/^W\//, '') === etag)) return reply.code(304).send()
  return reply.type(type).send(body)
}

/**
 * With the set's time of change in the address, browsers may keep a whole answer: a later time is another address. Caches that people share
 * may not, because a withheld icon must be gone everywhere within two seconds. Without it, browsers ask each time whether the answer is still right.
 */
function cachingOf({ query }: IconRequest, view: IndexedView, { set, is_whole }: Answered, is_public: boolean): string {
  if (!is_public) return 'private, no-store'
  const changed = set === undefined ? undefined : view.sets.get(set)?.last_modified
  const isDated = is_whole && changed !== undefined && textOf(query, 'v') === String(changed)
  return isDated ? `private, max-age=${WEEK}, immutable` : 'public, no-cache'
}

/** Refusals as the public API writes them: a text, or the bare number where icons' data is expected. */
export function sendIconRefusal(request: FastifyRequest, reply: FastifyReply, { status, message }: IconRefusal) {
  const isData = /\.json$/.test(request.url.split('?', 1)[0] ?? '')
  reply.code(status).header('cache-control', 'no-store')
  return isData ? reply.type(JSON_TYPE).send(String(status)) : reply.type('text/plain; charset=utf-8').send(message)
}
