import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { overflowOn } from '#tests/support/browser/layout.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const run = promisify(execFile)
const call = (page: Page, id: string) => page.locator(`details.call#${id}`)

/** Collects what the browser reports, such as a script that the content security policy stops. */
function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && heard.push(message.text())))
  page.on('pageerror', (error) => void heard.push(error.message))
  return heard
}

test('a developer finds a call by what it answers, copies its curl, runs it, and tries it on the page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const heard = listen(page)
  await signInAs(context, 'client@easel.test')
  await page.goto('/developers')
  await page.getByRole('main').locator('a[href="/api/docs"]').click()
  await expect(page).toHaveURL('/api/docs')
  // Before that, the page's script does not hear keys.
  await page.waitForLoadState()
  const count = page.getByRole('status').first()
  const all = Number(/^(\d+) calls$/.exec((await count.textContent()) ?? '')?.[1])
  expect(all).toBeGreaterThan(150)

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('preview_urls get /api/assets')
  await expect(count).toHaveText(new RegExp(`^\\d+ of ${all} calls$`))
  await expect(call(page, 'getAssets')).toBeVisible()
  await expect(call(page, 'postAuthLogin')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Admin: payments' })).toBeHidden()

  await call(page, 'getAssets').locator('summary').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#getAssets$/)
  await call(page, 'getAssets').getByRole('button', { name: 'Copy' }).click()
  await expect(call(page, 'getAssets').getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const { stdout } = await run('/bin/sh', ['-c', copied])
  expect(JSON.parse(stdout).length).toBeGreaterThan(0)

  const form = call(page, 'getAssets').locator('form.try')
  await form.getByLabel('category', { exact: true }).fill('icon')
  await form.getByLabel('page_size', { exact: true }).fill('2')
  await page.keyboard.press('Enter')
  await expect(form.getByText(/^200 OK in \d+ ms$/)).toBeVisible()
  const [sent, answer] = await form.locator('output pre').allTextContents()
  expect(sent).toMatch(/^GET \/api\/assets\?(?=.*category=icon)(?=.*page_size=2)/)
  expect(sent).toMatch(/x-total-count: \d+/)
  expect(JSON.parse(answer ?? '')).toEqual([expect.objectContaining({ category: 'icon' }), expect.objectContaining({ category: 'icon' })])
  await form.getByLabel('page_size', { exact: true }).fill('many')
  await page.keyboard.press('Enter')
  await expect(form.getByText(/^422 /)).toBeVisible()
  expect(heard.filter((text) => !text.includes('status of 422'))).toEqual([])
})

test('a link to a call opens it, and a call that only its owner may make has no form', async ({ page }) => {
  await page.goto('/api/docs#getLicenses')
  await expect(call(page, 'getLicenses').getByText('Authorization: Bearer $EASEL_KEY')).toBeVisible()
  await expect(call(page, 'getLicenses').locator('form.try')).toHaveCount(0)
  await expect(call(page, 'getLicenses')).toBeInViewport()
})

test('details that could not be loaded say so, and load when the call is opened again', async ({ page, context }) => {
  await page.goto('/api/docs')
  await context.setOffline(true)
  const opener = call(page, 'getAssets').locator('summary').first()
  await opener.click()
  await expect(page.getByText('The details could not be loaded. Close this call and open it again.')).toBeVisible()
  await context.setOffline(false)
  await opener.click()
  await opener.click()
  await expect(call(page, 'getAssets').locator('form.try')).toBeVisible()
})

for (const { name, width, colorScheme } of [
  { name: 'a desk in light', width: 1280, colorScheme: 'light' },
  { name: 'a phone in dark', width: 390, colorScheme: 'dark' }
] as const)
  test(`the pages of the API are accessible and fit on ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await page.goto('/api/docs#getAssets')
    const form = call(page, 'getAssets').locator('form.try')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByText(/^200 OK/)).toBeVisible()
    for (const group of await page.locator('section.group').all()) await group.evaluate((section) => section.scrollIntoView())
    expect(await violationsOn(page)).toEqual([])
    expect(await overflowOn(page)).toEqual([])
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each call links to a page of its own', async ({ page }) => {
    await page.goto('/api/docs')
    await expect(page.getByRole('searchbox')).toBeHidden()
    await call(page, 'getAssets').locator('summary').click()
    await call(page, 'getAssets').getByRole('link', { name: 'Details of this call' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'GET /api/assets' })).toBeVisible()
    await page.getByRole('link', { name: 'All calls' }).click()
    await expect(page).toHaveURL('/api/docs#getAssets')
  })
})
