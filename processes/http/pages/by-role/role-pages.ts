import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { acceptsEncoding } from '#platform/server/http/cached-reply.ts'
import { Refusal } from '#platform/server/index.ts'
import type { Api } from '#platform/web/api.ts'
import type { PageUser } from '#platform/web/page.ts'
import type { PageChanges } from '../../public/page-changes.ts'
import { pagePolicy } from '../../public/page-policy.ts'
import type { PublicAddress } from '../../public/public-addresses.ts'
import type { Rendered } from '../../public/public-pages.ts'
import { type RenderedFor, toTemplate } from './page-template.ts'
import { isUsual, makeStandIn, STAND_INS, variantOf } from './person-parts.ts'
import { apiOfRole, type Reads } from './personal-reads.ts'
import { fill, type TemplateBytes, toBytes } from './template-bytes.ts'

/** A template younger than this is used as it is. */
const FRESH_MS = 60_000
/** For this much longer, a template is still used while a new one is made. */
const STALE_MS = 600_000
/** What an entry takes besides its texts. */
const ENTRY_BYTES = 1500

/** `page`: how it is filled. Without it, the page is personal, or was asked for once so far. */
type Entry = { made_at: number; valid_until: number; page?: TemplateBytes; headers?: readonly [string, string][] }

/** Renders the page for a stand-in, without anything else of the request. */
export type RenderFor = (person: PageUser, api: Api) => Promise<Rendered>

type PageCall = Pick<PublicAddress, 'address'> & {
  app: FastifyInstance
  request: FastifyRequest
  reply: FastifyReply
  theme: string
  person: PageUser
  /** Called before this person makes the process render for others. Refuses those who did so too often. */
  spend(cost: number): void
  renderFor: RenderFor
}

type RolePagesOptions = { max_bytes: number; changesWith(onChange: () => void): PageChanges }

/**
 * Keeps the pages that everyone of a role shares, except for their name and the like: rendered for a stand-in, and filled for each person.
 * Each is made when it is asked for the second time, and dropped when the data behind it changes.
 */
export function rolePages({ max_bytes, changesWith }: RolePagesOptions) {
  const entries = new LRUCache<string, Entry>({
    // Without room, no entry is kept.
    maxSize: Math.max(1, max_bytes),
    sizeCalculation: ({ page }, key) => (page?.bytes ?? 0) + 2 * key.length + ENTRY_BYTES
  })
  const changes = changesWith(() => entries.clear())
  let isMaking = false

  /** Answers the call, or returns false: then the caller renders the page for this person alone. */
  function answer(call: PageCall): boolean {
    if (changes.generation() === undefined || !isUsual(call.person)) return false
    const key = `${call.theme} ${variantOf(call.person)} ${call.address}`
    const entry = find(key)
    const age = Date.now() - (entry?.made_at ?? 0)
    if (!entry) entries.set(key, { made_at: 0, valid_until: Number.POSITIVE_INFINITY })
    else if (age >= FRESH_MS) void remake(key, call)
    if (!entry?.page || age >= FRESH_MS + STALE_MS) return false
    send(call, { ...entry, page: entry.page })
    return true
  }

  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (entry && Date.now() >= entry.valid_until) changes.changed()
    return entries.get(key)
  }

  /** One at a time: this is for later visitors, and the present ones come first. */
  async function remake(key: string, call: PageCall): Promise<void> {
    if (isMaking) return
    isMaking = true
    try {
      call.spend(STAND_INS.length)
      const generation = changes.generation()
      const made_at = Date.now()
      const valid_until = await changes.validUntil()
      const made = await make(call)
      if (generation !== undefined && changes.generation() === generation) entries.set(key, { ...made, made_at, valid_until })
    } catch (err) {
      if (!(err instanceof Refusal)) call.request.log.error({ err }, 'a page for a role could not be made')
    } finally {
      isMaking = false
    }
  }

  return { answer, changed: changes.changed, close: changes.close }
}
export type RolePages = ReturnType<typeof rolePages>

/** Returns nothing for a page that is personal. */
async function make({ app, request, person, renderFor }: PageCall): Promise<Pick<Entry, 'page' | 'headers'>> {
  const renderings: RenderedFor[] = []
  for (const texts of STAND_INS) {
    const standIn = makeStandIn(person, texts)
    const reads: Reads = { isPersonal: false }
    const { response, nonce } = await renderFor(standIn, apiOfRole({ app, ctx: request.ctx, role: person.role, reads }))
    const text = await response.text()
    if (reads.isPersonal || !isShared(response)) return {}
    renderings.push({ text, nonce, person: standIn, kind: response.headers.get('content-type')?.startsWith('text/html') ? 'page' : 'data' })
    if (renderings.length === STAND_INS.length) return finish(renderings, response)
  }
  return {}
}

async function finish([one, other]: readonly RenderedFor[], { headers }: Response): Promise<Pick<Entry, 'page' | 'headers'>> {
  const template = one && other && toTemplate(one, other)
  return template ? { page: await toBytes(template), headers: [...headers] } : {}
}

const isShared = ({ status, headers }: Response): boolean =>
  status === 200 && !headers.has('set-cookie') && headers.get('cache-control') === 'public'

function send({ request, reply, person }: PageCall, { page, headers = [] }: Entry & { page: TemplateBytes }): void {
  const nonce = randomBytes(16).toString('base64')
  const gzip = acceptsEncoding(request.headers['accept-encoding'], 'gzip')
  for (const [name, value] of headers) reply.header(name, value)
  for (const [name, value] of request.ctx.outgoing.headers) if (name === 'set-cookie') reply.raw.appendHeader(name, value)
  reply.header('content-security-policy', pagePolicy([`'nonce-${nonce}'`], 'production', request.url))
  reply.header('cache-control', 'private, no-store')
  reply.header('vary', 'accept-encoding, cookie')
  if (gzip) reply.header('content-encoding', 'gzip')
  void reply.send(fill(page, person, { nonce, gzip }))
}
