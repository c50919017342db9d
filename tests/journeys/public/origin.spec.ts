import { setTimeout } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { openedBy } from '#tests/support/browser/approved-asset.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { newcomer, OWN_ORIGIN, open, PASSWORD } from '#tests/support/browser/subscribers.ts'

const filter = (page: Page, name: string) => page.getByRole('group', { name: 'Origin' }).getByRole('link', { name, exact: true })

test('the origin someone filters by is remembered until it is taken away', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await filter(page, 'Made by a person').click()
  await expect(page).toHaveURL('/?origin=human')
  await expect(filter(page, 'Made by a person')).toHaveAttribute('aria-current', 'true')
  await page.goto('/?search=rocket')
  await expect(page).toHaveURL('/?search=rocket&origin=human')
  await page.goto('/pricing')
  await hydrated(page)
  // Without a new document.
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL('/?origin=human')
  await page.getByRole('link', { name: 'Remove Made by a person' }).click()
  await expect(page).toHaveURL('/')
  await page.reload()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveCount(0)
})

test('an address with an origin that somebody shared is not remembered, and wins over what is', async ({ page }) => {
  await page.goto('/?origin=ai_generated')
  await expect(page.getByRole('link', { name: 'Remove AI-generated' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL('/')
  await hydrated(page)
  await filter(page, 'Made by a person').click()
  await expect(page).toHaveURL('/?origin=human')
  await page.goto('/?origin=ai_generated')
  await expect(page).toHaveURL('/?origin=ai_generated')
  expect(await violationsOn(page)).toEqual([])
})

test('a person’s origin follows to another device, and nobody else in the same browser gets it', async ({ browser }) => {
  const { page, email } = await newcomer(browser, 'Olive Origin')
  await open(page, '/')
  await filter(page, 'Made by a person').click()
  await expect(page).toHaveURL('/?origin=human')
  await expect(filter(page, 'Made by a person')).toHaveAttribute('aria-current', 'true')

  const device = await openedBy(browser)
  await signIn(device, email)
  // An address that is not the list's, then one without a new document.
  await open(device, '/pricing')
  await device.getByRole('banner').getByRole('link').first().click()
  await expect(device).toHaveURL('/?origin=human')
  await hydrated(device)

  const { email: other } = await newcomer(browser, 'Otis Other')
  await page.context().clearCookies({ name: /session/ })
  await open(page, '/')
  await expect(page).toHaveURL('/')
  await filter(page, 'AI-assisted').click()
  await expect(page).toHaveURL('/?origin=ai_assisted')
  await signIn(page, other)
  await page.goto('/')
  await expect(page).toHaveURL('/')

  // Slower than the list would be.
  await device.route('**/api/profile/remembered-origin', async (route) => {
    await setTimeout(500)
    await route.continue()
  })
  await device.getByRole('link', { name: 'Remove Made by a person' }).click()
  await expect(device).toHaveURL('/')
  await device.reload()
  await expect(device).toHaveURL('/')
})

/** Signs in to a browser in which somebody else may be signed in. */
async function signIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password: PASSWORD }, headers: OWN_ORIGIN })
  expect(answer.status()).toBe(200)
}

test('cards and asset pages say where a picture comes from', async ({ page }) => {
  for (const [origin, label, type] of [
    ['human', 'Made by a person', 'digitalCreation'],
    ['ai_assisted', 'AI-assisted', 'compositeWithTrainedAlgorithmicMedia'],
    ['ai_generated', 'AI-generated', 'trainedAlgorithmicMedia']
  ] as const) {
    await page.goto(`/?origin=${origin}`)
    const card = page.locator('main li:has(h2)').first()
    const link = card.getByRole('heading').getByRole('link')
    await expect(link).toHaveAttribute('title', new RegExp(`${label}$`))
    await page.goto((await link.getAttribute('href')) ?? '')
    await expect(page.getByRole('main').getByRole('link', { name: label })).toHaveAttribute('href', `/?origin=${origin}`)
    expect(await page.content()).toContain(`"digitalSourceType":"http://cv.iptc.org/newscodes/digitalsourcetype/${type}"`)
  }
})
