import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { openedBy, ownHeaders } from '#tests/support/browser/approved-asset.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { overflowOn } from '#tests/support/browser/layout.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { newcomer } from '#tests/support/browser/subscribers.ts'

const COMPONENT = join(import.meta.dirname, '../../../node_modules/iconify-icon/dist/iconify-icon.min.js')

/** A site of another origin, with the published component beside its page. */
async function otherSite(): Promise<{ origin: string; show(html: string): void; server: Server }> {
  const component = await readFile(COMPONENT, 'utf8')
  let html = ''
  const server = createServer((request, response) =>
    request.url === '/iconify-icon.min.js'
      ? response.setHeader('content-type', 'text/javascript').end(component)
      : response.setHeader('content-type', 'text/html').end(html)
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, show: (page) => (html = `<!doctype html><title>Another site</title>${page}`), server }
}

/** Makes a new artist, whose icons have no names yet. */
async function newArtist(browser: Browser, admin: Page, name: string): Promise<Page> {
  const { page, email } = await newcomer(browser, name)
  const { items } = await (await admin.request.get(`/api/admin/users?q=${encodeURIComponent(email)}`)).json()
  const changed = await admin.request.put(`/api/admin/users/${items[0].id}/role`, { headers: ownHeaders(), data: { role: 'employee' } })
  expect(changed.status()).toBe(200)
  return page
}

/** Uploads a drawing and approves it. Returns the asset's id. */
async function approvedIcon(artist: Page, admin: Page, title: string): Promise<string> {
  const headers = ownHeaders()
  const data = { title, category: 'icon', tags: ['leaf'], origin: 'human' }
  const { asset_id } = await (await artist.request.post('/api/assets', { headers, data })).json()
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path id="m${Date.now()}" d="M4 20C4 8 12 4 20 4c0 10-6 16-14 14z" fill="#2a7f3f"/></svg>`
  const file = { name: 'leaf.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) }
  const { id } = await (await artist.request.post('/api/uploads/upload-file', { headers, multipart: { asset_id, file } })).json()
  await expect
    .poll(async () => (await (await artist.request.get(`/api/uploads/${id}/progress`)).json()).status, { timeout: 30_000 })
    .toBe('ready')
  const decided = await admin.request.put(`/api/admin/assets/${asset_id}/status`, { headers, data: { status: 'approved' } })
  expect(decided.status()).toBe(200)
  return asset_id
}

async function expectFine(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect({ width, colorScheme, violations: await violationsOn(page) }).toEqual({ width, colorScheme, violations: [] })
    }
    expect({ width, overflow: await overflowOn(page) }).toEqual({ width, overflow: [] })
  }
}

test('an artist chooses a prefix once, and the artist and buyers see how each icon is written in code', async ({
  browser,
  page,
  context
}) => {
  test.setTimeout(120_000)
  const admin = await openedBy(browser, 'admin@easel.test')
  const artist = await newArtist(browser, admin, 'Lea Leaf')
  const prefix = `lea-${Date.now()}`
  await artist.goto('/assets')
  await hydrated(artist)
  const choice = artist.getByRole('region', { name: 'Icon prefix' })
  await expect(choice.getByLabel('Prefix')).toHaveValue(/^lea-leaf/)
  await choice.getByLabel('Prefix').fill('mdi')
  await choice.getByRole('button').click()
  await expect(choice.getByText('This prefix is reserved. Please choose another one.')).toBeVisible()
  await expect(choice.getByLabel('Prefix')).toHaveValue('mdi')
  await expectFine(artist)
  await choice.getByLabel('Prefix').fill(prefix)
  await artist.keyboard.press('Enter')
  await expect(artist.getByText('This is your prefix now.')).toBeVisible()
  await expect(choice.getByText(`${prefix}:name`)).toBeVisible()
  await expect(choice.getByRole('button')).toHaveCount(0)

  const id = await approvedIcon(artist, admin, 'Leaf in the wind')
  const line = `<iconify-icon icon="${prefix}:leaf-in-the-wind"></iconify-icon>`
  await artist.goto('/assets')
  await expect(artist.getByText(line)).toBeVisible()
  await expectFine(artist)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(context, 'client@easel.test')
  await page.goto(`/assets/${id}`)
  await hydrated(page)
  const usage = page.getByRole('region', { name: 'Use in code' })
  await usage.getByRole('button', { name: 'Copy the line' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line)
  await expectFine(page)
  await usage.getByRole('link', { name: 'Developers' }).click()
  await expect(page).toHaveURL('/developers')
})

test('the examples of /developers show a free icon on another site, as they stand', async ({ page, context }) => {
  const site = await otherSite()
  try {
    await signInAs(context, 'client@easel.test')
    const free: { id: string }[] = await (await page.request.get('/api/assets?category=icon&format=svg&free=free-now&page_size=1')).json()
    const { iconify_name } = await (await page.request.get(`/api/assets/${free[0]?.id}`)).json()
    const [prefix, name] = iconify_name.split(':')
    await page.goto('/developers')
    await hydrated(page)
    const examples = page.getByRole('region', { name: 'Use icons in code' })
    const codeOf = async (label: string) =>
      (
        (await examples
          .locator('figure')
          .filter({ has: page.getByText(label, { exact: true }) })
          .locator('pre')
          .first()
          .textContent()) ?? ''
      )
        .replaceAll('ari:leaf', iconify_name)
        .replaceAll('ari--leaf', `${prefix}--${name}`)
        .replaceAll(/\bari\b/g, prefix)
        .replaceAll('leaf,tree', name)
    const [component, sheet] = [await codeOf('HTML'), await codeOf('CSS')]

    site.show(component)
    await page.goto(site.origin)
    await expect(page.locator('iconify-icon svg')).toBeVisible()
    expect(await page.locator('iconify-icon svg :is(path, circle, rect, g, ellipse, polygon)').count()).toBeGreaterThan(0)

    site.show(sheet)
    await page.goto(site.origin)
    const drawn = await page.locator('span').evaluate((element) => {
      const { backgroundImage, maskImage, width } = getComputedStyle(element)
      return { image: `${maskImage} ${backgroundImage}`, width }
    })
    expect(drawn.image).toContain('data:image/svg+xml')
    expect(Number.parseFloat(drawn.width)).toBeGreaterThan(0)
  } finally {
    site.server.close()
  }
})

test('a free work is embedded in another site with its credit and without a script, and a paid one offers no embedding', async ({
  page,
  context
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const site = await otherSite()
  try {
    const [free]: { id: string; title: string }[] = await (await page.request.get('/api/assets?free=free-now&page_size=1')).json()
    await page.goto(`/assets/${free?.id}`)
    await hydrated(page)
    await page.getByText('Embed', { exact: true }).click()
    await expectFine(page)
    await page.getByRole('group').filter({ hasText: 'Embed' }).getByRole('button', { name: 'Copy' }).click()
    const markup = await page.evaluate(() => navigator.clipboard.readText())
    expect(markup).toBe(await page.getByLabel('Markup to embed').inputValue())
    expect(markup).not.toContain('<script')
    site.show(markup)
    await page.goto(site.origin)
    const picture = page.getByRole('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
    await expect(page.locator('figcaption')).toContainText(`${free?.title} by `)
    await page
      .getByRole('link', { name: free?.title ?? '' })
      .last()
      .click()
    await expect(page).toHaveURL(new RegExp(`/assets/${free?.id}$`))

    const [paid]: { id: string }[] = await (await page.request.get('/api/assets?free=not-free&page_size=1')).json()
    await page.goto(`/assets/${paid?.id}`)
    await expect(page.getByText('Embed', { exact: true })).toHaveCount(0)
  } finally {
    site.server.close()
  }
})
