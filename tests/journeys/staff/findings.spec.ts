import { type Browser, expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

async function signedIn(browser: Browser, name: 'artist' | 'admin', path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, reducedMotion: 'reduce' })
  await signInAs(context, `${name}@easel.test`)
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'networkidle' })
  return page
}

const drawing = (mark: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path id="${mark}" d="M10 10h80v80H10z" fill="#0a7"/>` +
      '<text x="20" y="30" font-size="12">SAMPLE</text><circle cx="140" cy="50" r="12"/></svg>'
  )

/** Creates a pending asset with a faulty file through the API. */
async function uploaded(artist: Page, title: string): Promise<string> {
  const headers = { origin: new URL(process.env['EASEL_URL']!).origin }
  const made = await artist.request.post('/api/assets', { headers, data: { title, category: 'icon', origin: 'human' } })
  const { asset_id } = (await made.json()) as { asset_id: string }
  const file = { name: 'faulty.svg', mimeType: 'image/svg+xml', buffer: drawing(`m${Date.now()}`) }
  await artist.request.post('/api/uploads/upload-file', { headers, multipart: { asset_id, file } })
  await expect
    .poll(async () => ((await (await artist.request.get(`/api/assets/${asset_id}/findings`)).json()) as unknown[]).length, {
      timeout: 30_000
    })
    .toBeGreaterThan(0)
  return asset_id
}

test('an artist sees what is wrong with a file and where; an admin lists a trademark, and the reviewer sees it at once', async ({
  browser
}) => {
  test.setTimeout(180_000)
  const brand = `Zorp${Date.now()}`
  const title = `${brand} can`
  const artist = await signedIn(browser, 'artist', '/assets')
  const asset_id = await uploaded(artist, title)

  await artist.goto(`/upload-file/${asset_id}`)
  const findings = artist.getByRole('region', { name: 'Findings' })
  await expect(findings.getByRole('listitem')).toHaveCount(3)
  await expect(findings).toContainText('The picture shows “sample”, a word that is common in watermarks and samples.')
  await expect(findings).toContainText('A part of the drawing lies outside the artboard, where nobody sees it. (right)')
  await expect(findings.getByAltText('faulty.svg with the marked places')).toBeVisible()
  expect(await violationsOn(artist)).toEqual([])
  await artist.goto(`/assets?search=${brand}`)
  await artist.getByText('3 warnings').click()
  await expect(artist.getByText('“SAMPLE” is not converted')).toBeVisible()
  expect(await violationsOn(artist)).toEqual([])

  const admin = await signedIn(browser, 'admin', '/admin/dashboard')
  await admin.getByRole('link', { name: 'Trademarks' }).click()
  await admin.getByLabel('Word or name').fill(brand)
  await admin.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(admin.getByText(`“${brand}” is added.`)).toBeVisible()
  expect(await violationsOn(admin)).toEqual([])
  await admin.getByRole('button', { name: `Remove ${brand}` }).click()
  await expect(admin.getByText(`“${brand}” is removed.`)).toBeVisible()
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(admin.getByText(`“${brand}” is on the list again.`)).toBeVisible()

  await admin.goto('/admin/review', { waitUntil: 'networkidle' })
  await admin.getByRole('list', { name: 'Pending' }).getByAltText(title).click()
  await expect(admin.getByRole('region', { name: 'Findings' })).toContainText(`“${brand}” in the title is on the list of trademarks.`)
  expect(await violationsOn(admin)).toEqual([])
})
