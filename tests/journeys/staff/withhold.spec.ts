import { expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { approvedAsset, openedBy, ownHeaders } from '#tests/support/browser/approved-asset.ts'
import { test } from '#tests/support/browser/journey.ts'
import { uniquePicture } from '#tests/support/unique-picture.ts'

/** The status filter has an option of the same name. */
const badge = (page: Page) => page.locator('main span').getByText('Withheld', { exact: true })

/** Confirms the dialog with a reason, after trying it without one. */
async function confirm(page: Page, question: RegExp, verb: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question })
  await dialog.getByRole('button', { name: verb }).click()
  await expect(dialog.getByText('Please enter a reason.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: verb }).click()
  await expect(dialog).toBeHidden()
}

test('a withheld asset is gone for visitors and stays with its licensees, and a revoked license says so', async ({ browser }) => {
  test.setTimeout(180_000)
  const title = `Withheld heron ${Date.now()}`
  const [artist, admin, licensee, visitor] = await Promise.all([
    openedBy(browser, 'artist@easel.test'),
    openedBy(browser, 'admin@easel.test'),
    openedBy(browser, 'subscriber@easel.test'),
    openedBy(browser)
  ])
  const asset_id = await approvedAsset(artist, admin, title)
  const bought = await licensee.request.post('/api/licenses/checkout', {
    headers: ownHeaders(),
    data: { asset_id, license_type: 'subscription' }
  })
  const { license_id } = (await bought.json()) as { license_id: string }
  const downloaded = async () => {
    const link = await licensee.request.get(`/api/licenses/${license_id}/download?format=png`)
    if (!link.ok()) return link.status()
    return (await licensee.request.get(((await link.json()) as { download_url: string }).download_url)).status()
  }
  expect((await visitor.goto(`/assets/${asset_id}`))?.status()).toBe(200)
  const preview = (await visitor.locator('main img').first().getAttribute('src')) ?? ''

  await admin.goto(`/all-assets?q=${encodeURIComponent(title)}`)
  await admin.getByRole('button', { name: `Withhold ${title}` }).click()
  await confirm(admin, /^Withhold/, 'Withhold', 'The artist copied it.')
  await expect(admin.getByText('Asset withheld.')).toBeVisible()
  await expect(badge(admin)).toBeVisible()
  await admin.goto('/all-assets?status=withheld')
  await expect(admin.getByRole('link', { name: title, exact: true })).toBeVisible()

  await expect.poll(async () => (await visitor.goto(`/assets/${asset_id}`))?.status(), { timeout: 2000 }).toBe(410)
  await expect(visitor.getByRole('heading', { name: 'This asset is no longer available.' })).toBeVisible()
  expect(await violationsOn(visitor)).toEqual([])
  expect((await visitor.request.get(preview)).status()).toBe(410)
  await visitor.goto(`/?search=${encodeURIComponent(title)}`)
  await expect(visitor.getByRole('link', { name: title, exact: true })).toHaveCount(0)

  expect((await licensee.goto(`/assets/${asset_id}`))?.status()).toBe(200)
  await expect(licensee.getByText('You keep your license, its certificate, and your downloads.')).toBeVisible()
  await expect(licensee.getByRole('button', { name: /^Get/ })).toHaveCount(0)
  expect(await downloaded()).toBe(200)
  expect((await licensee.request.get(`/api/licenses/${license_id}/certificate`)).status()).toBe(200)
  await artist.goto(`/assets?search=${encodeURIComponent(title)}`)
  await expect(badge(artist)).toBeVisible()
  await expect(artist.getByText('The artist copied it.')).toHaveCount(0)

  await admin.goto(`/assets/${asset_id}`)
  await expect(admin.getByText('The artist copied it.')).toBeVisible()
  await admin.getByRole('button', { name: 'Release…' }).click()
  await confirm(admin, /^Release/, 'Release', 'It is original after all.')
  await expect(admin.getByText('Asset released.')).toBeVisible()
  await expect.poll(async () => (await visitor.goto(`/assets/${asset_id}`))?.status(), { timeout: 2000 }).toBe(200)

  await admin.getByRole('link', { name: 'Licenses', exact: true }).last().click()
  await expect(admin.getByRole('heading', { name: 'Licenses' })).toBeVisible()
  const license = (await (await licensee.request.get(`/api/licenses/${license_id}`)).json()) as { certificate_number: string }
  await admin.getByRole('button', { name: `Revoke ${license.certificate_number}` }).click()
  await confirm(admin, /^Revoke/, 'Revoke', 'It was shared with others.')
  await expect(admin.getByText('License revoked.')).toBeVisible()
  await expect(admin.getByRole('row').filter({ hasText: license.certificate_number })).toContainText('Revoked')
  expect(await downloaded()).toBe(409)
  await visitor.goto(`/verify/${license.certificate_number}`)
  await expect(visitor.getByText(/^Revoked on [A-Z][a-z]+ \d+, \d{4}\.$/)).toBeVisible()
  expect(await violationsOn(visitor)).toEqual([])
})

test('an approval of an asset that changed meanwhile shows what it is now', async ({ browser }) => {
  const [before, after] = [`Early heron ${Date.now()}`, `Late heron ${Date.now()}`]
  const [artist, admin] = [await openedBy(browser, 'artist@easel.test'), await openedBy(browser, 'admin@easel.test')]
  const made = await artist.request.post('/api/assets', { headers: ownHeaders(), data: { title: before, category: 'icon' } })
  const { asset_id } = (await made.json()) as { asset_id: string }
  const file = { name: 'heron.png', mimeType: 'image/png', buffer: await uniquePicture() }
  const { id } = (await (
    await artist.request.post('/api/uploads/upload-file', { headers: ownHeaders(), multipart: { asset_id, file } })
  ).json()) as { id: string }
  await expect
    .poll(async () => ((await (await artist.request.get(`/api/uploads/${id}/progress`)).json()) as { status: string }).status)
    .toBe('ready')
  await admin.goto('/admin/review')
  await admin.getByRole('list', { name: 'Pending' }).getByAltText(before).click()
  await expect(admin.getByRole('heading', { name: before })).toBeVisible()
  await artist.request.patch(`/api/assets/${asset_id}`, { headers: ownHeaders(), data: { title: after, category: 'illustration' } })
  await admin.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(admin.getByText('This asset has changed since you opened it. Please look at it again.')).toBeVisible()
  await expect(admin.getByRole('heading', { name: after })).toBeVisible()
  await admin.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(admin.getByText(`Approved “${after}”.`)).toBeVisible()
})
