import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { PDF } from '#tests/support/givens/applicants.ts'

const RESUME = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: PDF }
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const ID = { name: 'passport.png', mimeType: 'image/png', buffer: PNG }

async function fill(page: Page, last_name: string) {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill(last_name)
  await page.getByLabel('Email').fill(`${last_name.toLowerCase()}@example.com`)
  await page.getByLabel('Phone').fill('+1 555 010 0199')
  await page.getByLabel('Portfolio URL').fill('https://ada.example.com/work')
  await page.getByLabel('Resume').setInputFiles(RESUME)
  await page.getByLabel('Government ID').setInputFiles(ID)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
}

async function signIn(page: Page) {
  await signInAs(page.context(), 'admin@easel.test')
}

test('a visitor applies, and an admin reads, marks, annotates, and deletes the application', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto('/careers', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Apply Now' }).click()
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await expect(submit).toBeDisabled()
  await fill(page, 'Journey')
  await expect(submit).toBeEnabled()
  const large = { ...RESUME, name: 'id.pdf', buffer: Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]) }
  await page.getByLabel('Government ID').setInputFiles(large)
  await expect(page.getByText('Government ID exceeds 10MB.')).toBeVisible()
  await expect(submit).toBeDisabled()
  await page.getByLabel('Government ID').setInputFiles({ ...ID, buffer: Buffer.from('no picture at all') })
  await submit.click()
  await expect(page.getByText('Application failed')).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveValue('Journey')
  await page.getByLabel('Government ID').setInputFiles(ID)
  await submit.click()
  await expect(page.getByText('Application Submitted')).toBeVisible()

  await signIn(page)
  await page.goto('/admin/applicants?q=journey', { waitUntil: 'networkidle' })
  await expect(page.getByText('Page 1 / 1 • 1 total')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Ada Journey' })
  const opened = page.waitForEvent('popup')
  await row.getByRole('button', { name: 'Open ID' }).click()
  const tab = await opened
  await tab.waitForURL(/^blob:/)
  await tab.close()
  await page.route('**/api/admin/applicants/*/*', (route) => route.abort())
  await row.getByRole('button', { name: 'Open ID' }).click()
  await expect(row.getByText('Could not open Government ID')).toBeVisible()
  await row.getByRole('button', { name: 'Open Resume' }).click()
  await expect(row.getByText('Could not open resume')).toBeVisible()
  await page.unroute('**/api/admin/applicants/*/*')
  await row.getByRole('button', { name: 'Verify ID' }).click()
  await expect(row.getByText('ID verified')).toBeVisible()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark Shortlisted' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email the applicant')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('cell').filter({ hasText: /^Shortlisted$/ })).toBeVisible()
  await row.getByLabel('Status of Ada Journey').selectOption('hired')
  await dialog.getByLabel('Email the applicant').check()
  await expect(dialog.getByLabel('Subject')).not.toHaveValue('')
  await dialog.getByLabel('Message').fill('You are in.')
  await dialog.getByRole('button', { name: 'Save and send' }).click()
  await expect(page.getByText('1 email will be sent.')).toBeVisible()
  await expect(row.getByRole('cell').filter({ hasText: /^Hired$/ })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download applicants as CSV' }).click()
  expect((await file).suggestedFilename()).toBe('applicants.csv')
  await row.getByRole('button', { name: 'Notes' }).click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('Calls back on Monday.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No applicants found.')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is on the page, posts fields and files, and reports errors', async ({ page }) => {
    await page.goto('/careers')
    await page.getByRole('button', { name: 'Apply Now' }).click()
    await fill(page, 'Plain')
    await page.getByLabel('Resume').setInputFiles({ ...RESUME, buffer: Buffer.from('no PDF') })
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await expect(page.getByText('Application failed')).toBeVisible()
    await expect(page.getByText('Please choose a PDF, DOC or DOCX file')).toBeVisible()
    await fill(page, 'Plain')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await expect(page.getByText('Application Submitted')).toBeVisible()
  })
})
