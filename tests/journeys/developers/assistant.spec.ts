import { expect } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { connectAssistant } from '#tests/support/givens/assistants.ts'

test('an assistant connects with what /developers says, and the page lists the tools that it finds', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(context, 'client@easel.test')
  await page.goto('/developers')
  await hydrated(page)
  await page.getByLabel('Name').fill('My assistant')
  for (const scope of ['Licenses', 'Downloads']) await page.getByRole('checkbox', { name: scope }).check()
  await page.getByRole('button', { name: 'Make key' }).click()
  const key = await page.getByLabel('Your API key').inputValue()

  const section = page.getByRole('region', { name: 'Connect your assistant' })
  await section.getByRole('button', { name: 'Copy: Address' }).click()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  const assistant = await connectAssistant(address, key)
  expect(await section.locator('dt code').allTextContents()).toEqual(await assistant.toolNames())
  const { found, isError } = await assistant.use('search_assets', { query: 'rocket' })
  expect([isError, JSON.stringify(found)]).toEqual([false, expect.stringContaining('rocket')])

  const client = section.locator('details').first()
  await client.locator('summary').click()
  await expect(client.getByRole('figure', { name: 'With a key' })).toBeVisible()
  await expect(client.locator('pre').first()).toContainText(address)
})
