import { expect, type Page, test } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'

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
