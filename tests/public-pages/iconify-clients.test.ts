import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { compile } from 'tailwindcss'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '#developers/keys.contract.ts'
import { findBrowser } from '#tests/support/browser/browser.ts'
import { givenIcon, iconSvg } from '#tests/support/givens/icons.ts'
import { boughtLicense, freshMarket, givenPrice, type Market } from '#tests/support/givens/sales.ts'

const ROOT = join(import.meta.dirname, '../..')
const FREE = '<path fill="currentColor" d="M1 1h7v7z"/>'
const PAID = '<path fill="currentColor" d="M2 2h9v9z"/>'

let market: Market
let browser: Browser
let page: Page
let site: Server
let folder: string
let origin: string
let key: string

beforeAll(async () => {
  market = await freshMarket()
  await givenPrice(market, 'icon', '5')
  await givenIcon(market, { title: 'Leaf', artist: 'Ari Art', is_free: true, svg: iconSvg(FREE) })
  const paid = await givenIcon(market, { title: 'Stone', artist: 'Ari Art', svg: iconSvg(PAID) })
  await boughtLicense(market, paid.id, { client: 'buyer' })
  folder = await mkdtemp(join(tmpdir(), 'easel-clients-'))
  const files = new Map<string, { type: string; body: string }>()
  site = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const expires_at = '2027-02-28T12:00:00.000Z'
  const body = { name: 'Page', scopes: ['icons' as const], expires_at, allowed_origins: [origin] }
  key = (await (await market.as('client', 'buyer'))(createKey, { body })).key
  const script = (text: string) => ({ type: 'text/javascript', body: text })
  files.set('/react.js', script(await bundled('react', REACT)))
  files.set('/vue.js', script(await bundled('vue', VUE)))
  files.set('/iconify-icon.js', script(await readFile(join(ROOT, 'node_modules/iconify-icon/dist/iconify-icon.min.js'), 'utf8')))
  files.set('/tailwind.css', { type: 'text/css', body: await tailwindCss() })
  files.set('/', { type: 'text/html', body: pageWith() })
  const executablePath = findBrowser()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  page = await browser.newPage()
  await page.goto(origin)
}, 180_000)

afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => site?.close(resolve))
  await rm(folder, { recursive: true, force: true })
  await market?.end()
})

const free = () => `${market.address}/iconify`
const licensed = () => `${free()}/k/${key}`
const providers = () => `addAPIProvider('', { resources: ['${free()}'] }); addAPIProvider('easel', { resources: ['${licensed()}'] })`

const REACT = () => `
  import { createElement as h } from 'react'
  import { createRoot } from 'react-dom/client'
  import { addAPIProvider, Icon } from '@iconify/react'
  ${providers()}
  createRoot(document.getElementById('react')).render(h('div', {}, h(Icon, { icon: 'ari-art:leaf' }), h(Icon, { icon: '@easel:ari-art:stone' })))`
const VUE = () => `
  import { createApp, h } from 'vue'
  import { addAPIProvider, Icon } from '@iconify/vue'
  ${providers()}
  createApp({ render: () => h('div', [h(Icon, { icon: 'ari-art:leaf' }), h(Icon, { icon: '@easel:ari-art:stone' })]) }).mount('#vue')`

const pageWith = () => `<!doctype html><title>A site of someone else</title>
  <link rel="stylesheet" href="/tailwind.css"><link rel="stylesheet" href="${free()}/ari-art.css?icons=leaf">
  <div id="react"></div><div id="vue"></div>
  <script>IconifyProviders = { '': { resources: ['${free()}'] }, easel: { resources: ['${licensed()}'] } }</script>
  <script src="/iconify-icon.js"></script>
  <iconify-icon id="open" icon="ari-art:leaf"></iconify-icon><iconify-icon id="held" icon="@easel:ari-art:stone"></iconify-icon>
  <iconify-icon id="closed" icon="ari-art:stone"></iconify-icon>
  <span id="tailwind" class="icon-[ari-art--leaf]"></span><span id="css" class="icon--ari-art icon--ari-art--leaf"></span>
  <script type="module" src="/react.js"></script><script type="module" src="/vue.js"></script>`

/** Bundles a page's script with packages as they are published. */
async function bundled(name: string, code: () => string): Promise<string> {
  const entry = join(ROOT, `node_modules/.cache-${name}-${process.pid}.js`)
  await writeFile(entry, code())
  try {
    const output = { dir: join(folder, name), entryFileNames: 'out.js' }
    await build({
      ...{ configFile: false, root: ROOT, logLevel: 'error', publicDir: false, define: { 'process.env.NODE_ENV': '"production"' } },
      build: { outDir: join(folder, name), emptyOutDir: false, rollupOptions: { input: entry, output } }
    })
    return await readFile(join(folder, name, 'out.js'), 'utf8')
  } finally {
    await rm(entry, { force: true })
  }
}

async function tailwindCss(): Promise<string> {
  const file = join(folder, 'ari-art.json')
  await writeFile(file, await (await fetch(`${free()}/ari-art.json?icons=leaf`)).text())
  const source = `@plugin "@iconify/tailwind4" { prefixes: ari-art; icon-sets: from-json(ari-art, "${file}"); }\n@tailwind utilities;`
  const { build: utilities } = await compile(source, {
    loadModule: async (id, base) => ({ path: id, base, module: ((await import(id)) as { default: never }).default })
  })
  return utilities(['icon-[ari-art--leaf]'])
}

const drawnIn = (selector: string) =>
  page.locator(selector).evaluateAll((found) => found.map((one) => (one.shadowRoot ?? one).innerHTML).join(' '))

test.each(['react', 'vue'])('@iconify/%s shows free icons, and licensed ones by key, on another site', async (client) => {
  await expect.poll(() => drawnIn(`#${client}`), { timeout: 15_000 }).toContain('M1 1h7v7z')
  await expect.poll(() => drawnIn(`#${client}`), { timeout: 15_000 }).toContain('M2 2h9v9z')
})

test('iconify-icon shows free icons, and licensed ones by key alone', async () => {
  await expect.poll(() => drawnIn('#open'), { timeout: 15_000 }).toContain('M1 1h7v7z')
  await expect.poll(() => drawnIn('#held'), { timeout: 15_000 }).toContain('M2 2h9v9z')
  expect(await drawnIn('#closed')).not.toContain('M2 2h9v9z')
})

test('the Tailwind plugin and the style sheet show what the API answers', async () => {
  for (const id of ['tailwind', 'css']) {
    const shown = await page.locator(`#${id}`).evaluate((one) => {
      const { maskImage, width } = getComputedStyle(one)
      return { maskImage, width }
    })
    expect(decodeURIComponent(shown.maskImage), id).toContain('M1 1h7v7z')
  }
})
