import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import createClient from 'openapi-fetch'
import { Webhook } from 'standardwebhooks'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const ICONIFY = join(import.meta.dirname, '../../../node_modules/iconify-icon/dist/iconify-icon.min.js')
const ROCKET = 'rocket'

/** The calls as an outside developer reads them in the API's description. */
type Calls = {
  '/assets': Read<{ query: { category: string; search: string; page_size: number } }, Asset[]>
  '/assets/{id}': Read<{ path: { id: string } }, Asset & { iconify_name: string | null }>
  '/licenses': Read<{ query: { page_size: number } }, { items: { id: string; asset_id: string }[] }>
  '/licenses/{id}/download': Read<{ path: { id: string }; query: { format: string } }, { download_url: string }>
  '/licenses/checkout': { post: { requestBody: { content: { 'application/json': object } }; responses: Answers<{ license_id: string }> } }
}
type Asset = { id: string; title: string; is_currently_free: boolean }
type Answers<Data> = { 200: { content: { 'application/json': Data } } }
type Read<Parameters, Data> = { get: { parameters: Parameters; responses: Answers<Data> } }

type Delivery = { headers: IncomingHttpHeaders; body: string }

/** A developer's own machine: it receives webhooks, and serves a page with an icon. */
async function ownMachine(): Promise<{ origin: string; deliveries: Delivery[]; show(html: string): void; server: Server }> {
  const deliveries: Delivery[] = []
  let html = ''
  const script = await readFile(ICONIFY, 'utf8')
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        deliveries.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
        response.writeHead(204).end()
      })
    } else if (request.url === '/iconify-icon.js') response.setHeader('content-type', 'text/javascript').end(script)
    else response.setHeader('content-type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, deliveries, show: (page) => (html = page), server }
}

async function makeKey(page: Page): Promise<string> {
  await page.goto('/developers')
  await page.getByLabel('Name').fill('My first program')
  for (const scope of ['Catalogue', 'Licenses', 'Downloads', 'Icons']) await page.getByRole('checkbox', { name: scope }).check()
  await page.getByRole('button', { name: 'Make key' }).click()
  await expect(page.getByText('The key “My first program” is made.')).toBeVisible()
  return page.getByLabel('Your API key').inputValue()
}

async function makeWebhook(page: Page, url: string): Promise<string> {
  await page.goto('/developers')
  await hydrated(page)
  await page.getByRole('link', { name: 'Make a webhook' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(url)
  await page.getByRole('checkbox', { name: 'license.granted' }).check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  return page.getByLabel('Secret').inputValue()
}

test('an outside developer gets a key, lists licenses, downloads a file, receives a webhook, and shows a licensed icon in a page', async ({
  page,
  context
}) => {
  const own = await ownMachine()
  try {
    await signInAs(context, 'subscriber@easel.test')
    const key = await makeKey(page)
    const secret = await makeWebhook(page, `${own.origin}/hooks`)
    const api = createClient<Calls>({
      baseUrl: `${process.env['EASEL_URL']}/api`,
      headers: { authorization: `Bearer ${key}` }
    })

    const { data: found = [] } = await api.GET('/assets', { params: { query: { category: 'icon', search: ROCKET, page_size: 12 } } })
    // A license that the subscriber holds already would not be granted again.
    const { data: held } = await api.GET('/licenses', { params: { query: { page_size: 100 } } })
    const icon = found.find(({ id, is_currently_free }) => !is_currently_free && !held?.items.some(({ asset_id }) => asset_id === id))!
    const { data: order } = await api.POST('/licenses/checkout', {
      body: { asset_id: icon.id, license_type: 'subscription', via_subscription: true }
    })
    const { data: licenses } = await api.GET('/licenses', { params: { query: { page_size: 100 } } })
    expect(licenses?.items.find(({ asset_id }) => asset_id === icon.id)).toMatchObject({ id: order?.license_id })

    const at = { path: { id: order!.license_id }, query: { format: 'svg' } }
    const { data: download } = await api.GET('/licenses/{id}/download', { params: at })
    const file = await fetch(new URL(download!.download_url, process.env['EASEL_URL']))
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await file.text()).toContain('<svg')

    await expect.poll(() => own.deliveries.length, { timeout: 20_000 }).toBe(1)
    const [{ headers, body }] = own.deliveries as [Delivery]
    const event = new Webhook(secret).verify(body, headers as Record<string, string>)
    expect(event).toMatchObject({ type: 'license.granted', data: { license_id: order?.license_id, asset_id: icon.id } })

    const { data: detail } = await api.GET('/assets/{id}', { params: { path: { id: icon.id } } })
    const name = detail?.iconify_name
    const resources = [`${process.env['EASEL_URL']}/iconify/k/${key}`]
    own.show(`<!doctype html><title>My page</title>
      <script>IconifyProviders = { easel: { resources: ${JSON.stringify(resources)} } }</script>
      <script src="/iconify-icon.js"></script><iconify-icon icon="@easel:${name}" width="64"></iconify-icon>`)
    await page.goto(own.origin)
    const drawing = page.locator('iconify-icon svg')
    await expect(drawing).toBeVisible()
    expect(await drawing.locator('path, circle, rect, g').count()).toBeGreaterThan(0)
  } finally {
    own.server.close()
  }
})
