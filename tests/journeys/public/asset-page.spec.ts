import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { openSettled } from '#tests/support/browser/settled-page.ts'

const PHONE = { width: 390, height: 844 }

/** Returns the address of an asset that is not free. */
async function paidAsset(page: Page, query = 'category=illustration'): Promise<string> {
  const [asset] = await (await page.request.get(`/api/assets/?page_size=1&free=not-free&${query}`)).json()
  return `/assets/${asset.id}`
}

const enlarge = (page: Page): Locator => page.getByRole('link', { name: /^Enlarge/ })

test('a picture is enlarged and moved with the keyboard alone', async ({ page }) => {
  await openSettled(page, await paidAsset(page))
  await enlarge(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const picture = dialog.getByRole('img')
  await expect(picture).toHaveAttribute('style', /scale/)
  const widthOf = async () => (await picture.boundingBox())!.width
  const fitted = await widthOf()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(widthOf).toBeCloseTo(fitted * 1.5 ** 2, 0)
  const { x } = (await picture.boundingBox())!
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await picture.boundingBox())!.x).toBeGreaterThan(x)
  await page.keyboard.press('-')
  await expect.poll(widthOf).toBeCloseTo(fitted * 1.5, 0)
  await page.keyboard.press('1')
  await expect(dialog.getByText('100%')).toBeVisible()
  await page.keyboard.press('0')
  await expect.poll(widthOf).toBeCloseTo(fitted, 0)
  expect(await violationsOn(page, 'dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(enlarge(page)).toBeFocused()
})

test('the grid and the mat go with the picture into the dialog, and change there too', async ({ page }) => {
  await openSettled(page, await paidAsset(page))
  await page.getByRole('checkbox', { name: 'Grid' }).check()
  await page.getByRole('radio', { name: 'Checker' }).check()
  await enlarge(page).click()
  const dialog = page.getByRole('dialog')
  const [grid, lines] = [dialog.getByRole('checkbox', { name: 'Grid' }), dialog.locator('[style*="--columns"]')]
  await expect(grid).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Checker' })).toBeChecked()
  const boxes = async () => Promise.all([lines, dialog.getByRole('img')].map(async (part) => (await part.boundingBox())!))
  await page.keyboard.press('+')
  await expect.poll(async () => Math.abs((await boxes())[0]!.width - (await boxes())[1]!.width)).toBeLessThan(1)
  const [over, picture] = await boxes()
  expect([over!.x, over!.y, over!.height].map(Math.round)).toEqual([picture!.x, picture!.y, picture!.height].map(Math.round))
  await grid.uncheck()
  await expect(lines).toHaveCount(0)
})

test('the wheel enlarges what is under the pointer, and dragging moves the picture', async ({ page }) => {
  await openSettled(page, await paidAsset(page))
  await enlarge(page).click()
  const picture = page.getByRole('dialog').getByRole('img')
  await expect(picture).toHaveAttribute('style', /scale/)
  await page.mouse.move(500, 300)
  const before = (await picture.boundingBox())!
  await page.mouse.wheel(0, -500)
  await expect.poll(async () => (await picture.boundingBox())!.width).toBeGreaterThan(before.width * 2)
  const enlarged = (await picture.boundingBox())!
  expect((500 - enlarged.x) / enlarged.width).toBeCloseTo((500 - before.x) / before.width, 2)
  await page.mouse.down()
  await page.mouse.move(460, 320, { steps: 4 })
  await page.mouse.up()
  const moved = (await picture.boundingBox())!
  expect([moved.x - enlarged.x, moved.y - enlarged.y].map(Math.round)).toEqual([-40, 20])
})

test('two fingers enlarge the picture', async ({ page }) => {
  await openSettled(page, await paidAsset(page))
  await enlarge(page).click()
  const picture = page.getByRole('dialog').getByRole('img')
  await expect(picture).toHaveAttribute('style', /scale/)
  const before = (await picture.boundingBox())!.width
  const touches = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x, y: 300, id })) })
  await touch('touchStart', 600, 680)
  await touch('touchMove', 560, 720)
  await touch('touchEnd')
  await expect.poll(async () => (await picture.boundingBox())!.width).toBeCloseTo(before * 2, 0)
})

test('the grid lies on the picture', async ({ page }) => {
  await openSettled(page, await paidAsset(page, 'category=icon'))
  const lines = page.locator('figure [style*="--columns"]')
  await expect(lines).toBeHidden()
  await page.getByRole('checkbox', { name: 'Grid' }).check()
  await expect(lines).toBeVisible()
})

test('the license helper recommends the license that three answers need, and chooses it', async ({ page }) => {
  await openSettled(page, await paidAsset(page))
  await page.getByText('Which license do I need?').click()
  const advice = page.getByRole('status').filter({ hasText: 'Answer the three questions.' })
  await page.getByRole('radio', { name: 'A private project of my own' }).check()
  await page.getByRole('radio', { name: 'None, or up to 100' }).check()
  await expect(advice).toBeVisible()
  await page.getByRole('radio', { name: 'No', exact: true }).check()
  await expect(page.getByText('The personal license fits.')).toBeVisible()
  await page.getByRole('radio', { name: 'Up to 500,000' }).check()
  await expect(page.getByText('The commercial license ends at 10,000 pieces.')).toBeVisible()
  await expect(page.getByText('The extended license fits.')).toBeVisible()
  await expect(page.getByText('The personal license fits.')).toBeHidden()
  expect(await violationsOn(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Choose Extended' }).click()
  await expect(page.getByRole('radio', { name: /^Extended/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Extended/ })).toBeFocused()
})

test('a color and the link are copied, and a color leads to a search', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const address = await paidAsset(page)
  await openSettled(page, address)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  expect(await copied()).toBe(`${baseURL}${address}`)
  const colors = page.getByRole('region', { name: 'Colors' })
  const color = colors.getByRole('button', { name: /^Copy #/ }).first()
  const value = ((await color.getAttribute('aria-label')) ?? '').replace('Copy ', '')
  await color.click()
  await expect(page.getByText(`${value} copied.`)).toBeVisible()
  expect([await copied(), value]).toEqual([value, expect.stringMatching(/^#[0-9a-f]{6}$/)])
  await colors.locator('p').filter({ hasText: 'More in' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/\?color=/)
})

test('an artist’s page lists the works, and search engines and messengers find them', async ({ page }) => {
  await openSettled(page, await paidAsset(page))
  const name = (await page.locator('main header p a[href^="/artists/"]').textContent()) ?? ''
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(/^Artist since .* · [\d,]+ works?$/)).toBeVisible()
  expect(await violationsOn(page, 'main')).toEqual([])
  const { pathname } = new URL(page.url())
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${pathname}$`))
  expect(JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name }
  })
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`${pathname}</loc>`)
  const missing = await page.goto('/artists/3f1d1c54-3a50-4e3c-9a34-2f0a8f2b8f11')
  expect(missing?.status()).toBe(404)
})

test('a shared link has a picture of its own, and other sites can ask what to show', async ({ page }) => {
  await page.goto(await paidAsset(page))
  const shown = await page.locator('meta[property="og:image"]').getAttribute('content')
  const picture = await page.request.get(new URL(shown ?? '').pathname)
  expect(await sharp(await picture.body()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  const discovered = new URL((await page.locator('link[type="application/json+oembed"]').getAttribute('href')) ?? '')
  const ask = (more = '') => page.request.get(`${discovered.pathname}${discovered.search}${more}`)
  const answer = await (await ask()).json()
  expect(answer).toMatchObject({ version: '1.0', type: 'photo', width: 1200, title: await page.locator('h1').textContent() })
  expect((await page.request.get(new URL(answer.url).pathname)).headers()['cross-origin-resource-policy']).toBe('cross-origin')
  const small = await (await ask('&maxwidth=200&maxheight=100')).json()
  expect([small.width <= 200, small.height <= 100]).toEqual([true, true])
  expect((await ask('&format=xml')).status()).toBe(501)
  expect((await ask('&maxwidth=-1')).status()).toBe(400)
  for (const url of ['', 'nonsense', `${discovered.origin}/`, 'https://elsewhere.test/assets/3f1d1c54-3a50-4e3c-9a34-2f0a8f2b8f11'])
    expect((await page.request.get(`/oembed?url=${encodeURIComponent(url)}`)).status(), url).toBe(404)
})

test('on a phone, the bar with the price never hides what has the focus', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openSettled(page, await paidAsset(page))
  const bar = page.locator('form', { has: page.getByRole('button', { name: 'Get', exact: true }) }).first()
  await expect(bar.getByText('Personal')).toBeVisible()
  await page.getByRole('radio', { name: /^Commercial/ }).check()
  await expect(bar.getByText('Commercial')).toBeVisible()
  await expect(bar.getByText('Personal')).toBeHidden()
  await page.getByText('Which license do I need?').click()
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    const covered = await bar.evaluate((element) => {
      const focused = document.activeElement
      if (!focused || element.contains(focused)) return false
      const [own, other] = [element.getBoundingClientRect(), focused.getBoundingClientRect()]
      return own.top < other.bottom - 1 && own.bottom > other.top + 1
    })
    expect({ step, covered }).toEqual({ step, covered: false })
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the large picture is a link, and the helper and the choices work', async ({ page }) => {
    await page.goto(await paidAsset(page))
    await page.getByText('Which license do I need?').click()
    await page.getByRole('radio', { name: /^Work that earns money or advertises, by up to 10/ }).check()
    await page.getByRole('radio', { name: 'None, or up to 100' }).check()
    await page.getByRole('radio', { name: 'No', exact: true }).check()
    await expect(page.getByText('The commercial license fits.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden()
    await page.getByRole('checkbox', { name: 'Grid' }).check()
    await enlarge(page).click()
    await expect(page).toHaveURL(/\/previews\/.*1200.*\.webp$/)
  })
})
