import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { tabTo } from '#tests/support/browser/tab-to.ts'

/* An admin deals with jobs that failed for good. */

const QUEUE = 'payments.process-event'

async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env['EASEL_DATABASE_URL']! })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Writes a job that failed for good, as pg-boss does. Its event is unknown, so that running it again succeeds and changes nothing. */
async function givenFailedJob(): Promise<{ event_id: string; reason: string }> {
  const event_id = randomUUID()
  const reason = `PayPal did not answer for ${event_id}`
  await onDatabase((client) =>
    client.query(
      `insert into jobs.job (name, data, output, source_name, source_id, source_created_on)
        values ('dead-letters', $1, $2, $3, gen_random_uuid(), now() - interval '1 hour')`,
      [{ event_id }, { message: reason }, QUEUE]
    )
  )
  return { event_id, reason }
}

const statesOf = (event_id: string) =>
  onDatabase(async (client) => {
    const { rows } = await client.query<{ state: string }>(`select state from jobs.job where data ->> 'event_id' = $1`, [event_id])
    return rows.map(({ state }) => state)
  })

async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, ...options })
  await signInAs(context, 'admin@easel.test')
  const page = await context.newPage()
  await page.goto('/admin/operations')
  if (options.javaScriptEnabled === false) return page
  await hydrated(page)
  return page
}

const rowOf = (page: Page, reason: string): Locator => page.getByRole('row').filter({ hasText: reason })

test('an admin sees why a job failed and runs it again with the keyboard, and it succeeds', async ({ browser }) => {
  const { event_id, reason } = await givenFailedJob()
  const page = await open(browser)
  await expect(page.getByText('failed for good', { exact: false }).first()).toBeVisible()
  const row = rowOf(page, reason)
  await expect(row).toContainText('PayPal’s events')
  await expect(row).toContainText(QUEUE)
  expect(await violationsOn(page)).toEqual([])

  await tabTo(page, row.getByRole('button', { name: 'Run again: PayPal’s events' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The job of “PayPal’s events” runs again.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toBeFocused()
  await expect.poll(() => statesOf(event_id)).toEqual(['completed'])

  await page.goto('/admin/audit-log')
  await expect(page.getByText('ran again a failed job of', { exact: false }).first()).toBeVisible()
})

test('an admin deletes a failed job only after a confirmation, also without JavaScript', async ({ browser }) => {
  const [first, second] = [await givenFailedJob(), await givenFailedJob()]
  const page = await open(browser)
  const link = rowOf(page, first.reason).getByRole('link', { name: 'Delete: PayPal’s events' })
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete this job?' })
  await expect(dialog).toContainText('The work of “PayPal’s events” is not done')
  expect(await violationsOn(page, 'dialog[open]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The job of “PayPal’s events” is deleted.')).toBeVisible()
  await expect(rowOf(page, first.reason)).toHaveCount(0)

  const plain = await open(browser, { javaScriptEnabled: false })
  await rowOf(plain, second.reason).getByRole('link', { name: 'Delete: PayPal’s events' }).click()
  const question = plain.getByRole('region', { name: 'Delete this job?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(plain.getByText('The job of “PayPal’s events” is deleted.')).toBeVisible()
  expect(await statesOf(second.event_id)).toEqual([])
})

test('nothing scrolls sideways on a phone, and every status has a word', async ({ browser }) => {
  await givenFailedJob()
  const page = await open(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  for (const label of ['Email', 'PayPal’s events', 'Disk', 'File store', 'Last backup', 'Ledger'])
    await expect(page.getByRole('term').filter({ hasText: label }).first()).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})
