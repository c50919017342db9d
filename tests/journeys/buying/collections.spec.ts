import { execFileSync } from 'node:child_process'
import { type Browser, expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode, mailedText } from '#tests/support/browser/mailbox.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const hearts = (page: Page) => page.getByRole('button', { name: /^Keep .* in a collection$/ })
const names = async (page: Page) =>
  (await page.getByRole('button', { name: /^Remove / }).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).map(
    (label) => label?.replace('Remove ', '')
  )

/** The client starts without collections, whatever other journeys have left. */
async function deleteCollections(browser: Browser, email: string): Promise<void> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  await signInAs(context, email)
  const { items } = (await (await context.request.get('/api/collections?page_size=100')).json()) as { items: { id: string }[] }
  const headers = { origin: process.env['EASEL_URL'] ?? '' }
  for (const { id } of items) expect((await context.request.delete(`/api/collections/${id}`, { headers })).status()).toBe(204)
  await context.close()
}

test('a visitor keeps works, finds them after signing in, orders them, writes a note, and shares them by a link', async ({
  page,
  browser
}) => {
  test.setTimeout(180_000)
  await deleteCollections(browser, 'client@easel.test')
  await page.goto('/')
  // They come one by one.
  await expect(hearts(page)).toHaveCount(12)
  for (const place of [0, 1, 2]) {
    await hearts(page).nth(place).click()
    await expect(hearts(page).nth(place)).toHaveAttribute('aria-pressed', 'true')
  }
  await expect(page.getByText('Kept in this browser. Log in to keep it in your collections.')).toBeVisible()
  await page.reload()
  await expect(hearts(page).first()).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/login')
  await page.getByLabel('Email').fill('client@easel.test')
  await page.getByLabel('Password', { exact: true }).fill('easel-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText(/^3 works that you kept are in “/)).toBeVisible()

  await page.goto('/collections', { waitUntil: 'networkidle' })
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('listitem').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/collections\/[0-9a-f-]{36}$/)
  await expect(page.getByText(/3 works/).first()).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)
  expect(await violationsOn(page)).toEqual([])
  const [first, second, third] = await names(page)
  await page.getByRole('button', { name: `Move ${first} on` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page)).toEqual([second, first, third])
  await expect(page.getByText('Moved to place 2.')).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: third! })
    .dragTo(page.getByRole('listitem').filter({ hasText: second! }))
  await expect.poll(() => names(page)).toEqual([third, second, first])
  await page.getByRole('link', { name: `Write a note on ${second}` }).click()
  await page.getByLabel('Note', { exact: true }).fill('For the cover')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('For the cover')).toBeVisible()
  await page.getByRole('button', { name: `Remove ${second}` }).click()
  await expect.poll(() => names(page)).toEqual([third, first])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => names(page)).toEqual([third, second, first])

  await page.getByLabel('Who sees it').selectOption('link')
  await page.getByLabel('Days that the link works').fill('7')
  await page.getByRole('region', { name: 'Sharing' }).getByRole('button', { name: 'Save' }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('listitem').getByText('For the cover')).toBeVisible()
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(await violationsOn(visitor)).toEqual([])
  await page.getByLabel('Who sees it').selectOption('private')
  await page.getByRole('region', { name: 'Sharing' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Only you see this collection now. Earlier links have ended.')).toBeVisible()
  expect((await visitor.goto(link))?.status()).toBe(404)
  await visitor.context().close()

  await page.getByRole('button', { name: 'Delete collection' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Collection deleted. Its works stay in the catalogue.')).toBeVisible()
})

test('a heart on a card is taken back without a reload, and one on an asset page works without JavaScript', async ({ page, browser }) => {
  await deleteCollections(browser, 'client@easel.test')
  await signInAs(page.context(), 'client@easel.test')
  await page.goto('/')
  await expect(hearts(page)).toHaveCount(12)
  const heart = hearts(page).first()
  await heart.click()
  await expect(page.getByText(/Kept in “/)).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  await expect(page.getByText(/Removed from “/)).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  const [asset] = (await (await page.request.get('/api/assets/?page_size=1&page=30')).json()) as { id: string; title: string }[]
  const plain = await browser.newContext({ javaScriptEnabled: false })
  await signInAs(plain, 'client@easel.test')
  const tab = await plain.newPage()
  await tab.goto(`/assets/${asset!.id}`)
  await tab.getByRole('button', { name: /^Keep / }).click()
  await expect(tab).toHaveURL(`/assets/${asset!.id}`)
  await tab.goto('/collections')
  await tab.getByRole('listitem').getByRole('link').first().click()
  await expect(tab.getByRole('button', { name: `Remove ${asset!.title}` })).toBeVisible()
  await plain.close()
})

/** Licenses works with the subscriber's plan, and puts them into a new collection. */
async function licensedCollection(page: Page): Promise<string> {
  const headers = { origin: process.env['EASEL_URL'] ?? '' }
  const { id } = (await (await page.request.post('/api/collections', { data: { name: 'Licensed' }, headers })).json()) as { id: string }
  const assets = (await (await page.request.get('/api/assets/?page_size=3&category=icon')).json()) as { id: string }[]
  for (const { id: asset_id } of assets) {
    const data = { asset_id, license_type: 'subscription', via_subscription: true }
    expect((await page.request.post('/api/licenses/checkout', { data, headers })).status()).toBe(200)
    await page.request.put(`/api/collections/${id}/items/${asset_id}`, { data: {}, headers })
  }
  return id
}

test('what has a license is handed over as one ZIP', async ({ page }) => {
  await signInAs(page.context(), 'subscriber@easel.test')
  await page.goto(`/collections/${await licensedCollection(page)}`, { waitUntil: 'networkidle' })
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download ZIP' }).click()
  const saved = await waiting
  expect(saved.suggestedFilename()).toBe('Licensed.zip')
  const listed = execFileSync('unzip', ['-l', await saved.path()]).toString()
  for (const name of ['manifest.csv', 'license-terms.txt', 'certificates/001 certificate LIC-']) expect(listed).toContain(name)
})

test('the works of a collection without a license are bought as one order, and one license is transferred', async ({ page, browser }) => {
  test.setTimeout(180_000)
  const email = `studio-${Date.now()}@example.com`
  await signInAs(page.context(), 'client@easel.test')
  const headers = { origin: process.env['EASEL_URL'] ?? '' }
  const { id } = (await (await page.request.post('/api/collections', { data: { name: 'To buy' }, headers })).json()) as { id: string }
  const assets = (await (await page.request.get('/api/assets/?page_size=2&sort=oldest&category=illustration')).json()) as { id: string }[]
  for (const asset of assets) await page.request.put(`/api/collections/${id}/items/${asset.id}`, { data: {}, headers })
  await page.goto(`/collections/${id}`, { waitUntil: 'networkidle' })
  const card = page.getByRole('region', { name: 'Licenses' })
  await expect(card.getByText('2 works without it.')).toBeVisible()
  await card.getByRole('checkbox', { name: /I agree/ }).check()
  await card.getByRole('button', { name: 'Continue to the prices' }).click()
  await page.waitForURL(/\/pay\/checkout/)
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Approve payment' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sandbox'), { timeout: 30_000 })
  await expect
    .poll(async () => ((await (await page.request.get('/api/licenses?status=active')).json()) as { total: number }).total)
    .toBeGreaterThanOrEqual(2)

  await page.goto('/client/licenses')
  await page
    .getByRole('link', { name: /^Transfer LIC-/ })
    .first()
    .click()
  await page.getByLabel('Recipient’s email').fill(email)
  await page.getByRole('button', { name: 'Send the offer' }).click()
  await expect(page.getByText('Waiting for the recipient.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const [number] = /LIC(?:-[0-9A-Z]{4}){4}/.exec((await page.getByRole('main').textContent()) ?? '')!
  const recipient = await (await browser.newContext({ baseURL: process.env['EASEL_URL']! })).newPage()
  const text = await mailedText(page.request, email, /is waiting for you/)
  await recipient.goto(/\/licenses\/transfers\/[\w-]+/.exec(text)![0])
  expect(await violationsOn(recipient)).toEqual([])
  await recipient.getByRole('link', { name: 'Create an account' }).click()
  await register(recipient, email)
  await recipient.getByRole('button', { name: 'Accept the license' }).click()
  await recipient.waitForURL(/\/client\/licenses\/[0-9a-f-]{36}\/download$/)
  await mailedText(page.request, email, /is yours$/)
  await mailedText(page.request, 'client@easel.test', /was transferred$/)

  await recipient.goto(`/verify/${number}`)
  await expect(recipient.getByText(/^Transferred on /)).toBeVisible()
  await recipient.getByRole('definition').getByRole('link', { name: /^LIC-/ }).click()
  await expect(recipient.getByText('This certificate is valid.')).toBeVisible()
  await expect(recipient.getByRole('definition').getByRole('link', { name: number })).toBeVisible()
  expect(await violationsOn(recipient)).toEqual([])
  await recipient.context().close()
})

/** Fills in the form for a new account, and enters the code from the mail. */
async function register(page: Page, email: string): Promise<void> {
  await page.waitForURL(/\/register/)
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('easel-walk')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(/\/verify\?/)
  await page.getByLabel('Code').pressSequentially(await mailedCode(page.request, email))
}

test('what a visitor keeps is theirs after signing up', async ({ page }) => {
  await page.goto('/')
  await expect(hearts(page)).toHaveCount(12)
  for (const place of [0, 3]) await hearts(page).nth(place).click()
  await page.goto('/register?next=%2Fcollections')
  await register(page, `keeper-${Date.now()}@example.com`)
  await expect(page.getByText(/^2 works that you kept are in “Favorites” now/)).toBeVisible()
  await page.reload()
  await page.getByRole('listitem').getByRole('link', { name: 'Favorites' }).click()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  expect(await page.evaluate(() => localStorage.getItem('easel.hearts'))).toBeNull()
})

test('a heart that cannot be saved is taken back, and says why', async ({ page, browser }) => {
  await deleteCollections(browser, 'client@easel.test')
  await signInAs(page.context(), 'client@easel.test')
  await page.goto('/')
  await expect(hearts(page)).toHaveCount(12)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/hearts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await asked
    return route.fulfill({ status: 409, json: { error: 'A collection holds at most 500 works.', code: 'collection_full' } })
  })
  const heart = hearts(page).first()
  await heart.click()
  // It shows at once, before the server has answered.
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  answer()
  await expect(page.getByText('A collection holds at most 500 works.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('a visitor’s hearts that cannot be taken over stay, with the reason said once, until a collection is deleted', async ({ page }) => {
  const reason = 'You have 200 collections, which is the maximum. Please delete one first.'
  let [sent, isRoom] = [0, false]
  await page.route('**/api/hearts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    if (!isRoom) return route.fulfill({ status: 409, json: { error: reason, code: 'too_many_collections' } })
    const { asset_ids: added } = route.request().postDataJSON()
    return route.fulfill({ json: { collection: { id: added[0], name: 'Favorites' }, added } })
  })
  const kept = () => page.evaluate(() => localStorage.getItem('easel.hearts'))
  await page.goto('/')
  await expect(hearts(page)).toHaveCount(12)
  await hearts(page).first().click()
  await expect(hearts(page).first()).toHaveAttribute('aria-pressed', 'true')
  await signInAs(page.context(), 'client@easel.test')
  await page.goto('/pricing')
  await expect(page.getByText(reason)).toBeVisible()
  await page.getByRole('button', { name: 'Open collections' }).click()
  await page.waitForURL('/collections')
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(reason)).toHaveCount(0)
  expect([sent, await kept()]).toEqual([1, expect.stringContaining('-')])

  await page.context().clearCookies({ name: /session/ })
  await page.goto('/faq')
  await hydrated(page)
  await signInAs(page.context(), 'client@easel.test')
  await page.goto('/pricing')
  await expect(page.getByText(reason)).toBeVisible()
  isRoom = true
  await page.goto('/collections?deleted=1')
  await expect(page.getByText('1 work that you kept is in “Favorites” now.')).toBeVisible()
  expect([sent, await kept()]).toEqual([3, null])
})

test('a large ZIP is prepared while its page shows how far it is, and is there after a reload', async ({ page }) => {
  test.setTimeout(120_000)
  await signInAs(page.context(), 'subscriber@easel.test')
  const id = await licensedCollection(page)
  // What the form of a large collection sends.
  const form = { intent: 'prepare', format: 'png', width: '640' }
  const headers = { origin: process.env['EASEL_URL'] ?? '' }
  const answer = await page.request.post(`/collections/${id}`, { form, headers, maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  const address = answer.headers()['location']!
  await page.goto(address)
  await expect(page.getByText('Your ZIP is ready.')).toBeVisible({ timeout: 60_000 })
  expect(await violationsOn(page)).toEqual([])
  await page.reload()
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download ZIP' }).click()
  const saved = await waiting
  expect(saved.suggestedFilename()).toBe('Licensed.zip')
  const listed = execFileSync('unzip', ['-l', await saved.path()]).toString()
  for (const name of ['manifest.csv', 'certificates/003 certificate LIC-']) expect(listed).toContain(name)
  expect(await mailedText(page.request, 'subscriber@easel.test', /^Your ZIP is ready/)).toContain(address)
  await page.goto(`/collections/${id}`)
  await expect(page.getByRole('region', { name: 'Hand-over' }).getByText('A ZIP is ready.')).toBeVisible()
})

test('staff have no hearts, and nothing is asked for them', async ({ page }) => {
  await signInAs(page.context(), 'admin@easel.test')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/hearts')) asked.push(request.url())
  })
  await Promise.all([page.waitForResponse(/heart-button/), page.goto('/')])
  await page.waitForLoadState('networkidle')
  await expect(hearts(page)).toHaveCount(0)
  expect(asked).toEqual([])
})
