import { type Browser, expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { uniquePicture } from '#tests/support/unique-picture.ts'

async function signedIn(browser: Browser, name: 'artist' | 'admin', path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, reducedMotion: 'reduce' })
  await signInAs(context, `${name}@easel.test`)
  const page = await context.newPage()
  await page.goto(path)
  await hydrated(page)
  return page
}

const titleOf = (what: string) => `${what} ${Date.now()}-${Math.floor(Math.random() * 1e6)}`

/** Creates an asset with a processed file through the API. */
async function uploaded(artist: Page, title: string): Promise<string> {
  const headers = { origin: new URL(process.env['EASEL_URL']!).origin }
  const made = await artist.request.post('/api/assets', { headers, data: { title, category: 'icon', tags: ['heron', 'reed'] } })
  const { asset_id } = (await made.json()) as { asset_id: string }
  const file = { name: 'heron.png', mimeType: 'image/png', buffer: await uniquePicture() }
  const sent = await artist.request.post('/api/uploads/upload-file', { headers, multipart: { asset_id, file } })
  const { id } = (await sent.json()) as { id: string }
  await expect
    .poll(async () => ((await (await artist.request.get(`/api/uploads/${id}/progress`)).json()) as { status: string }).status)
    .toBe('ready')
  return asset_id
}

const choose = async (admin: Page, title: string) => {
  await admin.getByRole('list', { name: 'Pending' }).getByAltText(title).click()
  await expect(admin.getByRole('heading', { name: title })).toBeVisible()
}

test('an artist revises and resubmits a rejected asset, and the reviewer sees the earlier decision', async ({ browser }) => {
  const [first, revised] = [titleOf('Dark heron'), titleOf('Bright heron')]
  const artist = await signedIn(browser, 'artist', '/assets')
  await uploaded(artist, first)
  const admin = await signedIn(browser, 'admin', '/admin/review')
  await choose(admin, first)
  await admin.keyboard.press('r')
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('The quality is too low').check()
  await dialog.getByLabel('It shows a brand, a person, or someone else’s work').check()
  await dialog.getByRole('textbox').fill('Lighter, please.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(admin.getByText(`Rejected “${first.slice(0, 60)}”.`)).toBeVisible()

  await artist.goto(`/assets?search=${encodeURIComponent(first)}`)
  await hydrated(artist)
  await artist.getByRole('button', { name: `Edit ${first}` }).click()
  await expect(artist.getByRole('dialog')).toContainText('Lighter, please.')
  await artist.getByRole('dialog').getByLabel('Title').fill(revised)
  await artist.getByRole('button', { name: 'Save changes' }).click()
  await expect(artist.getByText('Changes saved.')).toBeVisible()
  await artist.goto(`/assets?search=${encodeURIComponent(revised)}`)
  await hydrated(artist)
  await artist.getByRole('button', { name: `Resubmit ${revised}` }).click()
  await expect(artist.getByText('Submitted for review again.')).toBeVisible()

  await admin.reload()
  await hydrated(admin)
  await choose(admin, revised)
  await expect(admin.getByRole('region', { name: 'Rejected before' })).toContainText('The quality is too low')
  await admin.keyboard.press('a')
  await expect(admin.getByText(`Approved “${revised.slice(0, 60)}”.`)).toBeVisible()
})

test('keyboard shortcuts zoom, change the mat, navigate, select, and show the help; a batch is approved after one confirmation', async ({
  browser
}) => {
  const titles = [titleOf('First reed'), titleOf('Second reed')]
  const artist = await signedIn(browser, 'artist', '/assets')
  for (const title of titles) await uploaded(artist, title)
  const admin = await signedIn(browser, 'admin', '/admin/review')
  await hydrated(admin)
  await admin.keyboard.press('?')
  await expect(admin.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Previous asset')
  expect(await violationsOn(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await choose(admin, titles[0]!)
  const zoom = admin.getByRole('button', { name: 'Zoom' })
  await admin.keyboard.press('z')
  await expect(zoom).toHaveAttribute('aria-pressed', 'true')
  await admin.keyboard.press('z')
  await expect(zoom).toHaveAttribute('aria-pressed', 'false')
  await admin.getByRole('group', { name: 'Mat' }).getByLabel('Paper').check()
  await admin.getByRole('heading', { name: titles[0]! }).click()
  await admin.keyboard.press('m')
  await expect(admin.getByRole('group', { name: 'Mat' }).getByLabel('Dark')).toBeChecked()
  await admin.keyboard.press('x')
  await choose(admin, titles[1]!)
  await admin.keyboard.press('x')
  await expect(admin.getByRole('region', { name: 'Selected' })).toContainText(/2 selected · \$\d+\.\d\d in wages/)
  await admin.getByRole('button', { name: 'Approve 2' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Approve 2 assets?' })
  await expect(dialog.getByRole('row', { name: 'Total' })).toContainText(/2\s*\$\d/)
  expect(await violationsOn(admin)).toEqual([])
  await dialog.getByRole('button', { name: 'Approve 2' }).click()
  await expect(admin.getByText('Approved 2 assets.')).toBeVisible()
  for (const title of titles) await expect(admin.getByAltText(title)).toHaveCount(0)
})

test('a batch reports assets that another admin has decided meanwhile and decides the rest', async ({ browser }) => {
  const titles = [titleOf('Early reed'), titleOf('Late reed')]
  const artist = await signedIn(browser, 'artist', '/assets')
  const ids: string[] = []
  for (const title of titles) ids.push(await uploaded(artist, title))
  const admin = await signedIn(browser, 'admin', '/admin/review')
  for (const title of titles) await admin.getByLabel(`Select ${title}`).check()
  const headers = { origin: new URL(process.env['EASEL_URL']!).origin }
  await admin.request.put(`/api/admin/assets/${ids[0]}/status`, { headers, data: { status: 'approved' } })
  await admin.getByRole('button', { name: 'Reject 2' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(admin.getByRole('alert')).toContainText(`${titles[0]}: This asset has already been reviewed.`)
  await expect(admin.getByText(`Rejected “${titles[1]!.slice(0, 60)}”.`)).toBeVisible()
})

test('an admin finds an asset, edits it, and schedules a free period in California time', async ({ browser }) => {
  const title = titleOf('Found heron')
  const artist = await signedIn(browser, 'artist', '/assets')
  await uploaded(artist, title)
  const admin = await signedIn(browser, 'admin', '/all-assets')
  await admin.getByLabel('Search').fill(title.slice(6))
  await expect(admin).toHaveURL(/q=heron/)
  await admin.getByLabel('Status').selectOption('pending')
  await expect(admin).toHaveURL(/status=pending/)
  await expect(admin.getByText('1 asset', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: `Edit ${title}` }).click()
  const edit = admin.getByRole('dialog', { name: 'Edit Asset' })
  await edit.getByLabel('Tags').fill('one, two, three, four, five, six, seven')
  await edit.getByLabel('Title').fill('')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
  expect(await violationsOn(admin)).toEqual([])
  await edit.getByLabel('Title').fill(`${title}!`)
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit).toBeHidden()
  const card = admin
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `${title}!` })
  await expect(card.getByRole('list', { name: 'Tags' })).toContainText('+2')
  await card.getByRole('button', { name: 'Free period' }).click()
  const free = admin.getByRole('dialog', { name: 'Free period' })
  await free.getByLabel('Free', { exact: true }).selectOption('scheduled')
  await free.getByLabel('Starts').fill('2099-07-01T09:00')
  await free.getByLabel('Ends').fill('2099-06-01T09:00')
  await free.getByRole('button', { name: 'Save' }).click()
  await expect(free.getByText('The end must be after the start.')).toBeVisible()
  await free.getByLabel('Ends').fill('2099-08-01T09:00')
  await free.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Scheduled free Jul 1, 2099, 9:00 AM')
  await admin.getByLabel('Free', { exact: true }).selectOption('free-now')
  await expect(admin.getByText('No assets found.')).toBeVisible()
  await admin.getByRole('main').getByRole('link', { name: 'Clear all' }).last().click()
  await expect(admin.getByLabel('Search')).toHaveValue('')
})

test('on a phone the filters open as a popover', async ({ browser }) => {
  const admin = await signedIn(browser, 'admin', '/all-assets')
  await admin.setViewportSize({ width: 390, height: 844 })
  await expect(admin.getByLabel('Category')).toBeHidden()
  await admin.getByRole('button', { name: 'Filters' }).click()
  await admin.getByLabel('Category').selectOption('logo')
  await expect(admin).toHaveURL(/category=logo/)
  expect(await violationsOn(admin)).toEqual([])
  await admin.getByRole('button', { name: /^Show / }).click()
  await expect(admin.getByLabel('Category')).toBeHidden()
  await expect(admin.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
})
