import { expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedText } from '#tests/support/browser/mailbox.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name }).click()

test('an admin sees who agreed and writes to them; one click in the email ends it', async ({ page, browser, request }) => {
  const email = `reader-${Date.now()}@example.com`
  const [asset] = (await (await request.get('/api/assets/?free=free-now&page_size=1')).json()) as { id: string }[]
  const asked = await request.post('/api/free-downloads', { data: { asset_id: asset!.id, email, marketing_opt_in: true } })
  expect(asked.ok()).toBe(true)

  await signInAs(page.context(), 'admin@easel.test')
  await page.goto(`/admin/marketing?q=${encodeURIComponent(email)}`)
  await expect(main(page).getByRole('heading', { name: '1 address found' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const subject = `Foxes ${Date.now()}`
  await main(page).getByLabel('Subject').fill(subject)
  await main(page).getByLabel('Text').fill('Forty foxes are free.\n\nGo and see.')
  await expect(main(page).getByRole('region', { name: 'Preview' })).toContainText('Forty foxes are free.')
  await main(page).getByRole('button', { name: 'Save draft' }).click()
  await expect(main(page).getByText('The draft is saved.')).toBeVisible()
  await expect(main(page).getByLabel('Subject')).toHaveValue('')
  // What is typed and not saved stays, whatever else is pressed, and the test and the news carry it.
  await main(page).getByLabel('Subject').fill('Next news')
  await main(page)
    .getByRole('link', { name: `Edit ${subject}` })
    .click()
  await expect(main(page).getByLabel('Subject')).toHaveValue(subject)
  await main(page).getByLabel('Text').fill('Forty-one foxes are free.')
  await press(page, `Send me a test: ${subject}`)
  expect(await mailedText(request, 'admin@easel.test', new RegExp(`Test: ${subject}`))).toContain('Forty-one foxes')
  await expect(main(page).getByLabel('Text')).toHaveValue('Forty-one foxes are free.')
  await main(page).getByLabel('Text').fill('Forty-two foxes are free.')
  await press(page, `Send: ${subject}`)
  await expect(main(page).getByText('The news is being sent.')).toBeVisible()
  await expect(main(page).getByLabel('Subject')).toHaveValue('Next news')
  await press(page, `Send me a test: ${subject}`)
  await expect(main(page).getByText('The test is on its way')).toBeVisible()
  await expect(main(page).getByLabel('Subject')).toHaveValue('Next news')

  const news = await mailedText(request, email, new RegExp(subject))
  expect(news).toContain('Forty-two foxes')
  const [link] = /\/unsubscribe\/[\w-]+/.exec(news) ?? []
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(link!)
  await expect(main(reader).getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  expect(await violationsOn(reader)).toEqual([])
  const click = await request.post(link!, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(click.status()).toBe(200)
  await reader.reload()
  await expect(main(reader).getByText('You will get no more news from us.')).toBeVisible()
  await reader.context().close()
})
