import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '#tests/support/browser/journey.ts'
import { approvePayment } from '#tests/support/browser/purchase.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('a refund shows immediately for the client, in the report, and in a ledger that still verifies', async ({ browser }) => {
  test.setTimeout(300_000)
  const [client, admin] = [await signedIn(browser, 'subscriber@easel.test'), await signedIn(browser, 'admin@easel.test')]
  const { payment_id, license, download_url } = await buy(client)
  expect((await client.request.get(download_url)).status()).toBe(200)
  const before = await incomeOf(admin.request)

  await admin.goto(`/admin/payments?q=${payment_id}`)
  await admin.getByRole('table', { name: 'Payments' }).getByRole('link').click()
  const panel = admin.getByRole('region', { name: license.asset_title })
  await expect(panel.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(panel.getByRole('table', { name: /^Sale/ })).toContainText('PayPal fees')
  const amount = `$${license.price.toFixed(2)}`
  await panel.getByRole('button', { name: `Refund ${amount}` }).click()
  const dialog = admin.getByRole('dialog', { name: `Refund ${amount}?` })
  await expect(dialog).toContainText('The license ends immediately: its downloads and links stop working.')
  await dialog.getByRole('button', { name: `Refund ${amount}` }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Bought twice by mistake')
  await dialog.getByRole('button', { name: `Refund ${amount}` }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByText('Bought twice by mistake')).toBeVisible()
  await expect(panel.getByRole('table', { name: /^Refund/ })).toContainText('Refunds')
  await expect(panel.getByRole('button', { name: /^Refund/ })).toHaveCount(0)
  await admin.reload()
  await expect(panel.getByRole('table', { name: 'All entries' })).toContainText('Income')

  await client.goto('/client/licenses')
  const row = client.getByRole('row').filter({ hasText: license.certificate_number })
  await expect(row).toContainText('Revoked')
  await expect(row).toContainText('Revoked on')
  await expect(row).toContainText('No download')
  expect((await client.request.get(download_url)).status()).toBe(409)
  await client.goto(`/client/licenses/${license.id}/download`)
  await expect(client.getByText('This license was revoked')).toBeVisible()

  expect(await incomeOf(admin.request)).toBe(before - Math.round(license.price * 100))
  await admin.goto('/admin/audit-log?action=payment.refunded')
  await expect(admin.getByText(`refunded ${license.asset_title}`).first()).toBeVisible()

  await tamperAndRepair(payment_id)
})

/** Expects the ledger verifier to name a changed row, and to succeed again once the row is restored. */
async function tamperAndRepair(payment_id: string): Promise<void> {
  expect(verifyLedger()).toMatchObject({ status: 0, stdout: expect.stringContaining('The ledger is intact') })
  const database = new pg.Client({ connectionString: process.env['EASEL_DATABASE_URL'] })
  await database.connect()
  try {
    const change = async (sign: '+' | '-') => {
      await database.query('set session_replication_role = replica')
      const { rows } = await database.query<{ id: number }>(
        `update ledger.line set amount_cents = amount_cents ${sign} 1
         from ledger.transaction where transaction.id = transaction_id and kind = 'sale' and reference = $1 and position = 0
         returning transaction.id`,
        [payment_id]
      )
      return rows[0]!.id
    }
    const id = await change('+')
    expect(verifyLedger()).toMatchObject({ status: 1, stderr: expect.stringContaining(`line 0 of transaction ${id}`) })
    await change('-')
    expect(verifyLedger().status).toBe(0)
  } finally {
    await database.end()
  }
}

function verifyLedger() {
  const env = { ...process.env, DATABASE_URL: process.env['EASEL_DATABASE_URL'] }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['processes/commands/verify-ledger.ts'], {
    cwd: ROOT,
    env,
    encoding: 'utf8'
  })
  return { status, stdout, stderr }
}

type Browser = import('@playwright/test').Browser

async function signedIn(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  await signInAs(context, email)
  return context.newPage()
}

type License = { id: string; asset_title: string; certificate_number: string; price: number; payment_id: string }

/** Approves on the sandbox's page, as a person would. */
async function buy(page: Page) {
  const assets = (await (await page.request.get('/api/assets/?page=40')).json()) as { id: string; is_currently_free: boolean }[]
  const asset = assets.find(({ is_currently_free }) => !is_currently_free)!
  await page.goto(`/pay/checkout?type=license&asset_id=${asset.id}&license_type=commercial`)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  await approvePayment(page)
  const { items } = (await (await page.request.get('/api/licenses')).json()) as { items: (License & { asset_id: string })[] }
  const license = items.find(({ asset_id }) => asset_id === asset.id)!
  const { download_url } = (await (await page.request.get(`/api/licenses/${license.id}/download`)).json()) as { download_url: string }
  return { license, download_url, payment_id: license.payment_id }
}

/** Returns the income of all days, in cents. */
async function incomeOf(request: APIRequestContext): Promise<number> {
  const { totals } = (await (await request.get('/api/admin/reports/financial?start=2020-01-01&end=2100-01-01')).json()) as {
    totals: { income_cents: number }
  }
  return totals.income_cents
}
