import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { prepareCached } from '#platform/server/http/cached-reply.ts'
import { type CachedResponse, createResponseCache, toCachedResponse } from '#platform/server/http/response-cache.ts'
import { Refusal } from '#platform/server/index.ts'
import { type DirectCopies, directCopies, type FindAgain } from './direct-copies.ts'
import type { PageChanges } from './page-changes.ts'
import { hashedScripts, pagePolicy } from './page-policy.ts'
import type { StylesheetOf } from './page-styles.ts'
import { paintFirst, STARTER_SOURCE } from './paint-first.ts'
import { isPersonal } from './personal-calls.ts'
import type { PublicAddress } from './public-addresses.ts'

/** A cached page younger than this is served as it is. */
const FRESH_MS = 60_000
/** For this much longer, a cached page is still served while a new one is rendered. */
const STALE_MS = 600_000
/** Seconds that shared caches in front of the app may keep a page, and may serve it again while they revalidate. */
const SHARED_SECONDS = 60
/** A page that is right for this long has the same Cache-Control as a minute before. */
const MAX_SHARED_MS = 2 * SHARED_SECONDS * 1000
/** The part of the cache for searches and the like, so that invented ones cannot evict the other pages. */
const OPEN_SHARE = 1 / 4

export type Rendered = { response: Response; nonce: string }
type RenderResult = Rendered & { cached?: CachedResponse | undefined }
/** What those who waited for someone else's rendering get: nothing for a page that is not public. */
type Waited = CachedResponse | 'refused' | undefined
type PageCall = PublicAddress & {
  request: FastifyRequest
  reply: FastifyReply
  theme: string
  /** Called before this visitor makes the process render. Refuses those who did so too often. */
  spend(): void
  render(): Promise<Rendered>
}

/** Files that name nobody: they are the same for everyone, signed in or not. */
const SAME_FOR_ALL = /^\/(sitemap\.xml|robots\.txt)(\?|$)/

/** Whether the page for this request may come from the shared cache. */
export const isCacheable = (request: FastifyRequest): boolean =>
  SAME_FOR_ALL.test(request.url) ? request.method === 'GET' || request.method === 'HEAD' : !request.ctx.actor && !isPersonal(request)

type PublicPagesOptions = {
  max_bytes: number
  changesWith(onChange: () => void): PageChanges
  /** `hit`: the visitor did not wait for a rendering of their own. */
  onAsked?(result: 'hit' | 'miss'): void
  stylesheetOf?: StylesheetOf | undefined
}

/** Caches pages that answer 'cache-control: public' to visitors without a session, until the data behind them changes. */
export function publicPages({ max_bytes, changesWith, onAsked = () => {}, stylesheetOf }: PublicPagesOptions) {
  const store = openStore(max_bytes, changesWith)
  const { changes } = store
  const rendering = new Map<string, Promise<Waited>>()
  let copies: DirectCopies | undefined

  const sendTo = (call: PageCall, cached: CachedResponse): Promise<undefined> => {
    copies?.sending(call.request, call.reply, { cached, find: store.finder(call) })
    return sendCached(call, cached)
  }

  /** Sends the page, or returns it for the caller to send when it is not public. */
  async function answer(call: PageCall): Promise<Rendered | undefined> {
    const key = keyOf(call)
    // No await before `render` registers the key: of simultaneous requests only the first renders.
    const pending = findOrWait(key, call)
    const found = pending && (await pending)
    // Whoever rendered it had spent too much. One of those who waited renders it instead.
    if (found === 'refused') return answer(call)
    onAsked(found ? 'hit' : 'miss')
    if (found) return sendTo(call, found)
    call.spend()
    const { cached, ...rendered } = await renderOnce(key, call)
    return cached ? sendTo(call, cached) : rendered
  }

  function findOrWait(key: string, call: PageCall): CachedResponse | Promise<Waited> | undefined {
    const cached = store.get(call)
    const now = Date.now()
    if (!cached || now >= cached.made_at + FRESH_MS + STALE_MS) return rendering.get(key)
    if (now >= cached.valid_until) {
      changes.changed()
      return rendering.get(key)
    }
    if (now >= cached.made_at + FRESH_MS && !rendering.has(key)) refresh(key, call)
    return cached
  }

  /** Renders an aging page anew. A visitor who has spent too much still gets it as it is, and leaves that to the next one. */
  function refresh(key: string, call: PageCall): void {
    try {
      call.spend()
    } catch (error) {
      if (isTooMany(error)) return
      throw error
    }
    renderOnce(key, call).catch((err: unknown) => {
      if (!isTooMany(err)) call.request.log.error({ err }, 'rendering a page failed')
    })
  }

  /** Requests for the same key that arrive while it renders wait for the result. */
  async function renderOnce(key: string, call: PageCall): Promise<RenderResult> {
    const result = renderAndCache(call)
    const cached = result.then(
      (done): Waited => done.cached,
      (error: unknown): Waited => (isTooMany(error) ? 'refused' : undefined)
    )
    rendering.set(key, cached)
    void cached.then(() => rendering.get(key) === cached && rendering.delete(key))
    return result
  }

  async function renderAndCache(call: PageCall): Promise<RenderResult> {
    const before = changes.generation()
    const made_at = Date.now()
    const valid_until = before === undefined ? made_at : await changes.validUntil()
    const { response, nonce } = await call.render()
    if (!isPublic(response) || before === undefined) return { response, nonce }
    const cached = toCachedResponse({ ...(await readWhole(response, { nonce, url: call.address, stylesheetOf })), made_at, valid_until })
    if (changes.generation() === before) store.set(call, cached)
    return { response, nonce, cached }
  }

  return {
    /** Also answers before the app's hooks from now on. */
    answerDirectly: (app: FastifyInstance) => {
      copies = directCopies(app, { prefix: '/', by_cookie: true, onSent: () => onAsked('hit') })
    },
    answer,
    changed: changes.changed,
    close: changes.close
  }
}
export type PublicPages = ReturnType<typeof publicPages>

function openStore(max_bytes: number, changesWith: PublicPagesOptions['changesWith']) {
  const cache = createResponseCache(max_bytes * (1 - OPEN_SHARE))
  const openCache = createResponseCache(max_bytes * OPEN_SHARE)
  const cacheFor = ({ open }: Pick<PublicAddress, 'open'>) => (open ? openCache : cache)
  const changes = changesWith(() => {
    cache.clear()
    openCache.clear()
  })
  const get = (place: Place) => (changes.generation() === undefined ? undefined : cacheFor(place).get(keyOf(place)))
  return {
    changes,
    get,
    set: (place: Place, cached: CachedResponse) => cacheFor(place).set(keyOf(place), cached),
    /** Finds the page again while it is fresh, and right for as long as shared caches may keep it. */
    finder: ({ open, address, theme }: Place): FindAgain => {
      return () => {
        const cached = get({ open, address, theme })
        const now = Date.now()
        return cached && now < cached.made_at + FRESH_MS && now + MAX_SHARED_MS <= cached.valid_until ? cached : undefined
      }
    }
  }
}

type Place = Pick<PageCall, 'theme' | 'address' | 'open'>

const keyOf = ({ theme, address }: Pick<PageCall, 'theme' | 'address'>): string => `${theme} ${address}`

const isTooMany = (error: unknown): boolean => error instanceof Refusal && error.status === 429

const isPublic = ({ status, headers }: Response): boolean =>
  status === 200 && !headers.has('set-cookie') && (headers.get('cache-control') ?? '').startsWith('public')

type Read = { nonce: string; url: string; stylesheetOf: StylesheetOf | undefined }

/** Reads the whole response and replaces its nonce with script hashes, which stay right for every visitor. */
async function readWhole(response: Response, { nonce, url, stylesheetOf }: Read): Promise<{ headers: [string, string][]; body: Buffer }> {
  const text = await response.text()
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  const { html, scripts } = isPage ? hashedScripts(text, nonce) : { html: text, scripts: [] }
  const policy = pagePolicy([...scripts, STARTER_SOURCE], 'production', url)
  return { headers: [...response.headers, ['content-security-policy', policy]], body: Buffer.from(paintFirst(html, stylesheetOf)) }
}

async function sendCached({ request, reply }: PageCall, cached: CachedResponse): Promise<undefined> {
  for (const [name, value] of cached.headers) reply.header(name, value)
  reply.header('cache-control', cacheControlOf(cached, reply.getHeader('cache-control')))
  reply.header('vary', 'accept-encoding, cookie')
  reply.send(await prepareCached(reply, request.headers, cached))
  return undefined
}

/** For a page that says only 'public': browsers revalidate it every time, and shared caches may keep it for a short time. */
function cacheControlOf({ valid_until }: CachedResponse, own: unknown): string {
  if (own !== 'public') return String(own)
  const left = Math.max(0, Math.floor((valid_until - Date.now()) / 1000))
  const shared = Math.min(SHARED_SECONDS, left)
  return `public, max-age=0, s-maxage=${shared}, stale-while-revalidate=${Math.min(SHARED_SECONDS, left - shared)}`
}
