import { writeFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { openedBy, ownHeaders } from '#tests/support/browser/approved-asset.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { flatCopy, shapes } from '#tests/support/givens/picture-search.ts'

/** Puts a drawing on sale through the API. */
async function onSale(artist: Page, admin: Page, { title, drawing }: { title: string; drawing: Buffer }): Promise<string> {
  const headers = ownHeaders()
  const made = await artist.request.post('/api/assets', { headers, data: { title, category: 'icon', tags: ['picture'] } })
  const { asset_id } = (await made.json()) as { asset_id: string }
  const file = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: drawing }
  const sent = await artist.request.post('/api/uploads/upload-file', { headers, multipart: { asset_id, file } })
  const { id } = (await sent.json()) as { id: string }
  await expect
    .poll(async () => ((await (await artist.request.get(`/api/uploads/${id}/progress`)).json()) as { status: string }).status, {
      timeout: 30_000
    })
    .toBe('ready')
  const decided = await admin.request.put(`/api/admin/assets/${asset_id}/status`, { headers, data: { status: 'approved' } })
  expect(decided.status()).toBe(200)
  return asset_id
}

/** Gives a picture to the page as the browser does when it is pasted. */
const paste = (page: Page, picture: Buffer, to = searchField(page)) =>
  to.evaluate((field, base64) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'given.png', { type: 'image/png' }))
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
  }, picture.toString('base64'))

/** Drags a file, or text, from outside the browser over a place. Returns what drops it there. */
async function dragOver(page: Page, place: Locator, { files = [], text }: { files?: string[]; text?: string }) {
  const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 }
  const items = text === undefined ? [] : [{ mimeType: 'text/plain', data: text }]
  const cdp = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    cdp.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data: { items, files, dragOperationsMask: 1 } })
  await send('dragEnter')
  await send('dragOver')
  return () => send('drop')
}

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search assets' })

/** Copies as a spreadsheet copies its cells: as text, and as a picture of it. */
async function copyCells(page: Page, text: string, picture: Buffer): Promise<void> {
  await page.context().grantPermissions(['clipboard-write'])
  await page.evaluate(
    ({ text, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const item = { 'text/plain': new Blob([text], { type: 'text/plain' }), 'image/png': new Blob([bytes], { type: 'image/png' }) }
      return navigator.clipboard.write([new ClipboardItem(item)])
    },
    { text, base64: picture.toString('base64') }
  )
}

test('a work is found by a picture that is chosen, pasted, and dropped, and by its own bytes', async ({ browser }) => {
  test.setTimeout(120_000)
  const seed = 1000 + Math.floor(Math.random() * 1e6)
  const [drawing, title] = [shapes(seed), `Found shapes ${seed}`]
  const [artist, admin, page] = await Promise.all([
    openedBy(browser, 'artist@easel.test'),
    openedBy(browser, 'admin@easel.test'),
    openedBy(browser)
  ])
  await onSale(artist, admin, { title, drawing })
  const copy = await flatCopy(drawing, 300)
  const panel = page.getByRole('region', { name: 'Search by picture' })
  const near = panel.getByRole('region', { name: 'Near' })
  const count = page.getByText(/^0 assets for/)

  const scripts: string[] = []
  page.on('request', (request) => request.url().includes('picture-search') && scripts.push(request.url()))
  await page.goto('/')
  await hydrated(page)
  expect(scripts).toEqual([])
  await page.getByRole('button', { name: 'Search by picture' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Search by picture' })).toBeFocused()
  expect(await violationsOn(page)).toEqual([])
  await panel.getByLabel('Choose a picture').setInputFiles({ name: 'copy.png', mimeType: 'image/png', buffer: copy })
  await expect(near.getByRole('link', { name: title })).toBeVisible()
  await expect(near).toContainText('Looks nearly the same')
  await expect(panel.getByRole('status').first()).toContainText('Works found:')
  await expect(panel.getByAltText('The one you search with')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Search by picture' })).toBeFocused()
  await copyCells(page, 'cells', copy)
  await searchField(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(searchField(page)).toHaveValue('cells')
  await (await dragOver(page, searchField(page), { text: 'words' }))()
  await expect(searchField(page)).toHaveValue(/words/)
  await expect(count).toContainText('words')
  await expect(panel).toBeHidden()
  await paste(page, copy)
  await expect(near.getByRole('link', { name: title })).toBeVisible()

  await panel.getByRole('button', { name: 'Close' }).click()
  await page.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { ariaLabel: 'Other field' })))
  await paste(page, copy, page.getByLabel('Other field'))
  await expect(panel).toBeHidden()
  await paste(page, copy, page.locator('body'))
  await expect(near.getByRole('link', { name: title })).toBeVisible()

  await panel.getByRole('button', { name: 'Close' }).click()
  const file = test.info().outputPath('dragged.png')
  await writeFile(file, copy)
  const main = page.getByRole('main')
  const drop = await dragOver(page, count, { files: [file] })
  await expect(main).toHaveCSS('outline-style', 'dashed')
  await drop()
  await expect(near.getByRole('link', { name: title })).toBeVisible()
  await expect(panel.getByText('dragged.png')).toBeVisible()
  await expect(main).not.toHaveCSS('outline-style', 'dashed')
  await panel.getByRole('button', { name: 'Use another picture' }).click()
  await (await dragOver(page, page.getByRole('heading', { name: 'Explore Assets' }), { files: [file] }))()
  await expect(near.getByRole('link', { name: title })).toBeVisible()

  await panel.getByRole('button', { name: 'Use another picture' }).click()
  await panel.getByLabel('Choose a picture').setInputFiles({ name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: drawing })
  await expect(panel.getByRole('region', { name: 'Same' }).getByRole('link', { name: title })).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Same' })).toContainText('Equal file')
})

test('a file that is no picture, a slow answer, and a failed one are shown in place', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('button', { name: 'Search by picture' }).click()
  const panel = page.getByRole('region', { name: 'Search by picture' })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    panel.getByLabel('Choose a picture').setInputFiles({ name, mimeType, buffer })
  await choose('a.png', 'image/png', Buffer.from('no picture'))
  await expect(panel.getByRole('alert')).toContainText('You cannot search with this kind of file.')

  const picture = await flatCopy(shapes(3))
  const going = Promise.withResolvers<void>()
  await page.route('**/api/assets/search-by-picture', async (route) => {
    await going.promise
    await route.abort().catch(() => {})
  })
  await choose('b.png', 'image/png', picture)
  await expect(panel.getByRole('status').first()).toContainText('Searching…')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel.getByText('Choose a picture')).toBeVisible()
  await choose('b.png', 'image/png', picture)
  going.resolve()
  await expect(panel.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/assets/search-by-picture')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByRole('button', { name: 'Use another picture' })).toBeVisible()
})
