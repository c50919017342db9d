import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'

/** Returns the preview addresses of all mail samples. */
async function everyMail(page: Page): Promise<string[]> {
  await page.goto('/dev/mails')
  return page.locator('.list a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
}

test('every mail fits a 320 px phone in light and dark, with large buttons and the code on one line', async ({ page }) => {
  const mails = await everyMail(page)
  expect(mails.length).toBeGreaterThan(10)
  // A mail's layout is CSS alone, so one load is enough for all widths and color schemes.
  for (const mail of mails) {
    await page.goto(`${mail}/html`)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [320, 720]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 640 })
        const seen = await page.evaluate(() => ({
          too_wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          buttons: [...document.querySelectorAll('a.button')].map((button) => button.getBoundingClientRect().height),
          title: document.querySelector('h1')?.textContent
        }))
        expect({ mail, width, ...seen }).toMatchObject({ mail, width, too_wide: 0, title: expect.stringMatching(/./) })
        for (const height of seen.buttons) expect(height, mail).toBeGreaterThanOrEqual(44)
      }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${mails.find((mail) => mail.endsWith('/verification-mail'))}/html`)
  expect((await page.getByText(/^\d{7}$/).boundingBox())?.height).toBe(40)
})

test('the mailbox links to every template with phone, desktop, and text previews', async ({ page }) => {
  await page.goto('/dev/mailbox')
  await page.getByRole('link', { name: 'All email templates' }).click()
  await page.getByRole('link', { name: 'reset-mail', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password at Easel')
  for (const [title, width] of [
    ['On a phone', 362],
    ['On a desktop', 634]
  ] as const) {
    const frame = page.locator(`iframe[title="${title}"]`)
    await expect(frame.contentFrame().getByRole('link', { name: 'Set a new password' })).toBeVisible()
    expect((await frame.boundingBox())?.width).toBeGreaterThan(width - 20)
  }
  await expect(page.getByText('Set a new password: http')).toBeVisible()
})
