import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, type KeptAnswer, keepAnswer, roomForAnswers } from '#platform/server/kept-answers.ts'
import type { PageChanges } from './page-changes.ts'
import { hashedScripts, pagePolicy } from './page-policy.ts'

/** So long a kept page is shown as it is. */
const FRESH_MS = 60_000
/** So much longer it is shown once more, while it is rendered anew. */
const STALE_MS = 600_000
/** So long, in seconds, caches that stand in front keep a page, and show it once more while they ask again. */
const SHARED_SECONDS = 60
/** Below it compressing gains nothing. */
const COMPRESSED_FROM = 1024
/** With one of these a visitor is somebody, whose pages are nobody else's. */
const PERSONAL = ['session', 'registration', 'device']

export type Rendered = { response: Response; nonce: string }
type Made = Rendered & { kept?: KeptAnswer | undefined }
type Asked = { request: FastifyRequest; reply: FastifyReply; theme: string; render(): Promise<Rendered> }

/** Whether a page of this request may be shared with others. */
export const isForAnyone = ({ method, headers, cookies, ctx }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !ctx.actor && !headers.authorization && PERSONAL.every((name) => cookies[name] === undefined)

/** Keeps what pages answer with 'cache-control: public' to visitors without a session, until something on them has changed. */
export function publicPages({ most_bytes, changesWith }: { most_bytes: number; changesWith(onChange: () => void): PageChanges }) {
  const room = roomForAnswers(most_bytes)
  const changes = changesWith(room.clear)
  const underWay = new Map<string, Promise<KeptAnswer | undefined>>()

  /** Answers what has to be sent by the caller: a page that is not for everyone. */
  async function answer(asked: Asked): Promise<Rendered | undefined> {
    const { request, theme } = asked
    const key = `${theme} ${request.protocol}://${request.host}${request.url}`
    // Without a pause where there is nothing to wait for: of those who ask at once only the first renders.
    const found = findOrWait(key, asked)
    const theirs = found && (await found)
    if (theirs) return sendKept(asked, theirs)
    const { kept, ...rendered } = await make(key, asked)
    return kept ? sendKept(asked, kept) : rendered
  }

  function findOrWait(key: string, asked: Asked): KeptAnswer | Promise<KeptAnswer | undefined> | undefined {
    const kept = changes.generation() === undefined ? undefined : room.find(key)
    const now = Date.now()
    if (!kept || now >= kept.made_at + FRESH_MS + STALE_MS) return underWay.get(key)
    if (now >= kept.valid_until) {
      changes.changed()
      return underWay.get(key)
    }
    if (now >= kept.made_at + FRESH_MS && !underWay.has(key))
      make(key, asked).catch((err: unknown) => asked.request.log.error({ err }, 'page'))
    return kept
  }

  /** Those who ask meanwhile wait for it. */
  async function make(key: string, asked: Asked): Promise<Made> {
    const made = renderAndKeep(key, asked)
    const kept = made.then(
      (done) => done.kept,
      () => undefined
    )
    underWay.set(key, kept)
    void kept.then(() => underWay.get(key) === kept && underWay.delete(key))
    return made
  }

  async function renderAndKeep(key: string, { request, render }: Asked): Promise<Made> {
    const before = changes.generation()
    const made_at = Date.now()
    const valid_until = before === undefined ? made_at : await changes.validUntil()
    const { response, nonce } = await render()
    if (!isPublic(response) || before === undefined) return { response, nonce }
    const kept = keepAnswer({ ...(await settled(response, nonce, request.url)), made_at, valid_until })
    if (changes.generation() === before) room.keep(key, kept)
    return { response, nonce, kept }
  }

  return { answer, changed: changes.changed, close: changes.close }
}
export type PublicPages = ReturnType<typeof publicPages>

const isPublic = ({ status, headers }: Response): boolean =>
  status === 200 && !headers.has('set-cookie') && (headers.get('cache-control') ?? '').startsWith('public')

async function settled(response: Response, nonce: string, url: string): Promise<{ headers: [string, string][]; body: Buffer }> {
  const text = await response.text()
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const { html, scripts } = isPage ? hashedScripts(text, nonce) : { html: text, scripts: [] }
  return { headers: [...response.headers, ['content-security-policy', pagePolicy(scripts, 'production', url)]], body: Buffer.from(html) }
}

async function sendKept({ request, reply }: Asked, kept: KeptAnswer): Promise<undefined> {
  const whole = await kept.body('identity')
  const encoding = whole.length < COMPRESSED_FROM ? 'identity' : encodingFor(request.headers['accept-encoding'])
  const etag = `"${kept.hash}-${encoding}"`
  for (const [name, value] of kept.headers) reply.header(name, value)
  reply.header('cache-control', sharedFor(kept, reply.getHeader('cache-control')))
  reply.header('vary', 'accept-encoding, cookie')
  reply.header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) {
    reply.code(304).send()
    return undefined
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.send(await kept.body(encoding))
  return undefined
}

/** A page that says no more than 'public' is asked for again each time by browsers, and kept for a while by caches that many share. */
function sharedFor({ valid_until }: KeptAnswer, own: unknown): string {
  if (own !== 'public') return String(own)
  const left = Math.max(0, Math.floor((valid_until - Date.now()) / 1000))
  const shared = Math.min(SHARED_SECONDS, left)
  return `public, max-age=0, s-maxage=${shared}, stale-while-revalidate=${Math.min(SHARED_SECONDS, left - shared)}`
}

function encodingFor(accepted: string | undefined): Encoding {
  const names = (accepted ?? '').split(',').map((one) => one.trim().toLowerCase())
  const takes = (name: string) => names.some((one) => one === name || (one.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(one)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

const isKnown = (asked: string | undefined, etag: string): boolean =>
  (asked ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
