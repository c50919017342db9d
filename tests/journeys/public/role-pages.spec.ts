import { expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

function listen(page: Page): string[] {
  const broken: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && broken.push(message.text()))
  page.on('pageerror', ({ message }) => broken.push(message))
  return broken
}

test('the page that people of a role share hydrates as their own, and shows their name', async ({ page, context }) => {
  const broken = listen(page)
  await signInAs(context, 'client@easel.test')
  for (let visit = 0; visit < 4; visit += 1) {
    await page.goto('/')
    await hydrated(page.getByRole('contentinfo'))
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Licenses' })).toBeVisible()
    expect(await (await page.request.get('/')).text()).toContain('client@easel.test')
  }
  expect(broken).toEqual([])
})
