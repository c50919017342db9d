import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, Outlet, Scripts, type ServerBuild, useLoaderData } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { actorOf, createSession } from '#accounts/server/index.ts'
import { getAsset, listAssets } from '#catalogue/contract.ts'
import { listLicenses } from '#licensing/contract.ts'
import { apiContext, initialOf, type PageUser, publicPageHeaders, requestContext } from '#platform/web/page.ts'
import { brandStyle } from '#platform/web/theme/brand.ts'
import { buildApp } from '#processes/http/app.ts'
import { rolePages } from '#processes/http/pages/by-role/role-pages.ts'
import { servePages } from '#processes/http/pages.ts'
import { publicPages } from '#processes/http/public/public-pages.ts'
import { createRenderLimit } from '#processes/http/render-limit.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import * as entry from '../../../../business/entry.server.tsx'

let world: World
let app: FastifyInstance
/** How often a page was rendered for a person, and for someone made up. */
let renders = 0
let standIns = 0
const IS_ID = /^[0-9a-f-]{36}$/
let notify: () => void
/** What the home page under test shows and loads. */
let page: { show(user: PageUser): ReactNode; load(given: LoaderFunctionArgs): Promise<unknown> }

function Frame({ children }: { children?: ReactNode }) {
  const { user } = useLoaderData<{ user: PageUser | null }>()
  if (!user) return <html lang="en" />
  return (
    <html lang="en">
      <body title={user.name}>
        <style>{brandStyle(user.brand_color)}</style>
        {user.avatar_url ? <img src={user.avatar_url} alt="" /> : <b>{initialOf(user)}</b>}
        <p>
          Signed in as {user.name} ({user.email})
        </p>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

function Home() {
  const { user } = useLoaderData<{ user: PageUser }>()
  return page.show(user)
}

const Nothing = () => null

function testBuild(): ServerBuild {
  const readUser = ({ context }: LoaderFunctionArgs) => context.get(requestContext).user
  const root = {
    loader: async (given: LoaderFunctionArgs) => {
      const user = readUser(given)
      if (IS_ID.test(user?.id ?? '')) renders += 1
      else standIns += 1
      return { user }
    },
    ErrorBoundary: Nothing,
    default: () => (
      <Frame>
        <Outlet />
      </Frame>
    )
  }
  const home = {
    loader: async (given: LoaderFunctionArgs) => ({ user: readUser(given), assets: await page.load(given) }),
    headers: publicPageHeaders,
    default: Home
  }
  const files = { module: '/x.js', hasLoader: true, hasErrorBoundary: false, imports: [], css: [] }
  return {
    entry: { module: entry },
    routes: {
      root: { id: 'root', path: '', module: root },
      home: { id: 'home', parentId: 'root', index: true, module: home }
    },
    assets: {
      entry: { imports: [], module: '/entry.js' },
      routes: { root: { ...files, id: 'root', path: '' }, home: { ...files, id: 'home', parentId: 'root', index: true } },
      url: '/manifest.js',
      version: '1'
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    basename: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' }
  } as unknown as ServerBuild
}

const list = ({ context }: LoaderFunctionArgs) => context.get(apiContext)(listAssets, { query: {} })

beforeAll(async () => {
  world = await freshWorld()
  return () => world.end()
})
beforeEach(async () => {
  renders = 0
  standIns = 0
  page = { show: ({ role }) => <main>Pictures for a {role}</main>, load: list }
  const { db, ports, now } = world
  app = await buildApp({ db, now, ports, actorOf, trust_proxy: 1 })
  let generation = 0
  const kept = {
    max_bytes: 1_000_000,
    changesWith: (onChange: () => void) => {
      notify = () => {
        generation += 1
        onChange()
      }
      return { generation: () => generation, validUntil: async () => Date.now() + 1e7, changed: notify, close: async () => {} }
    }
  }
  servePages(app, {
    build: testBuild(),
    mode: 'production',
    limit: createRenderLimit(0),
    publicPages: publicPages(kept),
    rolePages: rolePages(kept)
  })
})
afterEach(() => app.close())

type Details = Partial<Pick<PageUser, 'name' | 'role' | 'avatar_url' | 'brand_color'>>

let count = 0
async function person({ name, role = 'client', ...others }: Details = {}) {
  count += 1
  const { id } = await world.person(role, `person-${count}`)
  const details = { ...(name !== undefined && { name }), ...others }
  if (Object.keys(details).length > 0) await world.db.updateTable('accounts.user').set(details).where('id', '=', id).execute()
  return { id, cookie: `session=${(await createSession(world.db, id, world.now())).token}` }
}
type Someone = Awaited<ReturnType<typeof person>>

async function open({ cookie }: Someone, { url = '/', ...headers }: Record<string, string> = {}) {
  const { cookie: more, ...others } = headers
  const answer = await app.inject({ url, headers: { cookie: more ? `${cookie}; ${more}` : cookie, ...others } })
  expect(answer.statusCode).toBe(200)
  const nonce = /nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1] ?? ''
  return { text: answer.body.replaceAll(nonce, 'NONCE'), nonce, answer }
}

/** Opens the page as someone else until it is shared. */
async function share(like: Details = {}, url = '/') {
  const first = await person(like)
  const isShared = async () => {
    const before = renders
    await open(first, { url })
    return renders === before
  }
  await open(first, { url })
  await vi.waitFor(async () => expect(await isShared()).toBe(true))
}

/** Returns how often the page is rendered when two people open it several times. */
async function rendersOfTwo(): Promise<number> {
  const [one, two] = [await person(), await person()]
  for (const someone of [one, two, one]) await open(someone)
  await vi.waitFor(() => expect(standIns).toBeGreaterThan(0))
  // The page of a stand-in that was rendered is compared, and kept, if it may be.
  await new Promise((resolve) => setTimeout(resolve, 50))
  renders = 0
  for (const someone of [one, two, one, two]) await open(someone)
  return renders
}

const NAMES = [
  'Ada Lovelace',
  'A</script><script>alert(1)</script>',
  `B" onload="alert(1)' <b>&amp;`,
  'C $& $1 $` \\u003c \\n \\',
  'D\u2028\u2029é😀',
  'ß',
  `E${'<&>"\\'.repeat(400)}`
]

test.each(['/', '/_.data'])('at %s everyone gets exactly the page that would be rendered for them alone', async (url) => {
  const everyone = await Promise.all(
    [...NAMES, 'Short'].map((name, at) =>
      person({ name, ...(at % 2 === 0 && { brand_color: '#7b2cbf' }), ...(at % 3 === 0 && { avatar_url: `/a?b&"${at}` }) })
    )
  )
  const alone: string[] = []
  for (const someone of everyone) {
    notify()
    alone.push((await open(someone, { url })).text)
  }
  for (const like of [{}, { brand_color: '#010203' }, { avatar_url: '/x' }, { avatar_url: '/x', brand_color: '#010203' }])
    await share(like, url)
  renders = 0
  const together = await Promise.all(everyone.map((someone) => open(someone, { url })))
  expect(renders).toBe(0)
  expect(together.map(({ text }) => text)).toEqual(alone)
})

test('the compressed page is the same page, and no script of it is allowed by the nonce of another answer', async () => {
  await share()
  const me = await person({ name: NAMES[1]! })
  const [plain, other, zipped] = [await open(me), await open(me), await open(me, { 'accept-encoding': 'gzip, br' })]
  const { rawPayload, headers } = zipped.answer
  expect([headers['content-encoding'], headers['cache-control']]).toEqual(['gzip', 'private, no-store'])
  expect(gunzipSync(rawPayload).toString().replaceAll(zipped.nonce, 'NONCE')).toBe(plain.text)
  expect(new Set([plain.nonce, other.nonce, zipped.nonce]).size).toBe(3)
})

test('nothing that one person sends reaches another', async () => {
  const [attacker, other] = [await person({ name: 'Mallory Attacker' }), await person({ name: 'Grace' })]
  const before = (await open(other)).text
  notify()
  const marks: Record<string, string> = {
    cookie: 'theme=dark; registration=poison; other=poison',
    host: 'poison.example',
    'x-forwarded-host': 'poison.example',
    'user-agent': 'poison Googlebot',
    'accept-language': 'poison',
    'x-poison': 'poison'
  }
  const addresses = ['/', '/?utm=poison', '/?page=1', '/?', '//', '/?_routes=root']
  for (const _ of [1, 2, 3])
    for (const url of addresses) await app.inject({ url, headers: { ...marks, cookie: `${attacker.cookie}; ${marks['cookie']}` } })
  await share()
  renders = 0
  const { text } = await open(other)
  expect([renders, text]).toEqual([0, before])
  for (const trace of ['poison', 'Mallory', attacker.id]) expect(text).not.toContain(trace)
})

test('two people who load the page all the time at once see only themselves, while it changes', async () => {
  const [ada, grace] = [await person({ name: 'Ada<1>' }), await person({ name: 'Grace<2>' })]
  const rounds = Array.from({ length: 60 }, (_, at) => at)
  await Promise.all(
    rounds.map(async (at) => {
      if (at % 9 === 0) notify()
      const [me, other] = at % 2 ? [ada, grace] : [grace, ada]
      const { text } = await open(me)
      expect(text).toContain(me.id)
      expect(text).not.toContain(other.id)
      expect(text.includes('Ada')).toBe(me === ada)
    })
  )
})

test('a change of the data, of the person, and the end of a session take effect with the next page', async () => {
  const me = await person({ name: 'Ada' })
  await share()
  expect((await open(me)).text).toContain('Pictures')
  page.show = () => <main>New pictures</main>
  notify()
  await share()
  expect((await open(me)).text).toContain('New pictures')
  await world.db.updateTable('accounts.user').set({ name: 'Countess' }).where('id', '=', me.id).execute()
  renders = 0
  const { text } = await open(me)
  expect([renders, text.includes('Countess'), text.includes('Ada')]).toEqual([0, true, false])
  await world.db.deleteFrom('accounts.session').where('user_id', '=', me.id).execute()
  expect((await app.inject({ url: '/', headers: { cookie: me.cookie } })).body).not.toContain('Countess')
})

test('roles, pictures, and colors do not share a page', async () => {
  await share()
  for (const like of [{ role: 'employee' }, { avatar_url: '/x.webp' }, { brand_color: '#7b2cbf' }] satisfies Details[]) {
    renders = 0
    await open(await person(like))
    expect(renders, JSON.stringify(like)).toBe(1)
  }
})

test('admins get a page of their own', async () => {
  const admin = await person({ role: 'admin' })
  for (const _ of [1, 2, 3]) await open(admin)
  expect(renders).toBe(3)
})

test.each<[string, Partial<typeof page>]>([
  ['shows the first word of the name', { show: ({ name }) => <i>{name.split(' ')[0]}</i> }],
  ['shows the length of the name', { show: ({ name }) => <i>{name.length}</i> }],
  ['shows the last letter of the name', { show: ({ name }) => <i>{name.at(-1)}</i> }],
  ['shows two initials', { show: ({ name }) => <i>{name.slice(0, 2)}</i> }],
  ['puts the name into an address', { show: ({ name }) => <a href={`/?search=${encodeURIComponent(name)}`}>Search</a> }],
  ['writes the name without an encoding', { show: ({ name }) => <i {...{ dangerouslySetInnerHTML: { __html: name } }} /> }],
  ['loads something of the person', { load: ({ context }) => context.get(apiContext)(listLicenses, { query: {} }) }],
  [
    'hides that it loads something of the person',
    {
      load: ({ context }) =>
        context
          .get(apiContext)(listLicenses, { query: {} })
          .catch(() => [])
    }
  ],
  ['answers nothing twice alike', { show: () => <i>{Math.random()}</i> }]
])('a page that %s is rendered for each person', async (_what, own) => {
  page = { ...page, ...own }
  expect(await rendersOfTwo()).toBe(4)
})

test('a page with an asset that could be the own one is rendered for each person', async () => {
  const asset = await givenAsset(world)
  page.load = ({ context }) => context.get(apiContext)(getAsset, { params: { id: asset.id } })
  expect(await rendersOfTwo()).toBe(4)
})

test.each([' Ada', '<Ada', '😀', 'Ada\u0007'])('someone with the unusual name %j gets a page of their own', async (name) => {
  await share()
  const me = await person({ name })
  renders = 0
  await open(me)
  expect(renders).toBe(1)
})
