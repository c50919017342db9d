import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const PASSWORD = 'easel-walk'

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

async function adminPage(browser: Browser, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, ...options })
  await signInAs(context, 'admin@easel.test')
  return context.newPage()
}

type Newcomer = { name: string; email: string; page: Page }

/** Registers, verifies, and signs in a new user in a separate browser. */
async function newcomer(browser: Browser, request: APIRequestContext, name: string): Promise<Newcomer> {
  const email = `people-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  await context.request.post('/api/auth/register', { data: { name, email, password: PASSWORD, terms: true } })
  const code = await mailedCode(request, email)
  expect((await context.request.post('/api/auth/verify-email', { data: { email, code } })).status()).toBe(200)
  return { name, email, page: await context.newPage() }
}

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })
const mails = async (request: APIRequestContext, email: string) =>
  (await request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text()

test('an admin can find a user, change the role, deactivate, reactivate, and delete; the audit log records each action', async ({
  browser,
  request
}) => {
  test.setTimeout(120_000)
  const carl = await newcomer(browser, request, 'Carl Newcomer')
  await carl.page.goto('/user/dashboard')
  await expect(carl.page).toHaveURL('/user/dashboard')
  const admin = await adminPage(browser)
  await open(admin, '/admin/manage-users')
  await admin.getByRole('searchbox', { name: 'Search' }).fill(carl.email.toUpperCase())
  await expect(admin.getByText('• 1 total')).toBeVisible()
  expect(new URL(admin.url()).searchParams.get('q')).toBe(carl.email.toUpperCase())
  const row = rowOf(admin, carl.email)

  await row.getByRole('combobox').selectOption('employee')
  await expect(admin.getByText('Carl Newcomer is now an employee.')).toBeVisible()
  await carl.page.goto('/user/dashboard')
  await expect(carl.page).toHaveURL('/')
  await carl.page.goto('/employee/dashboard')
  await expect(carl.page).toHaveURL('/employee/dashboard')

  await row.getByRole('combobox').selectOption('admin')
  await admin.getByRole('dialog', { name: 'Make Carl Newcomer an admin?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByRole('combobox')).toHaveValue('employee')

  await row.getByRole('switch').click()
  await admin.getByRole('dialog', { name: 'Deactivate Carl Newcomer?' }).getByRole('button', { name: 'Deactivate' }).click()
  await expect(admin.getByText('Carl Newcomer is deactivated and signed out.')).toBeVisible()
  await expect(row.getByRole('switch')).not.toBeChecked()
  await expect(row.getByRole('switch')).toBeFocused()
  await carl.page.goto('/employee/dashboard')
  await expect(carl.page).toHaveURL(/\/login/)
  const refused = await carl.page.request.post('/api/auth/login', { data: { email: carl.email, password: PASSWORD } })
  expect(await refused.json()).toMatchObject({ code: 'account_inactive' })
  await row.getByRole('switch').click()
  await expect(admin.getByText('Carl Newcomer can sign in again.')).toBeVisible()

  await row.getByRole('button', { name: 'Delete Carl Newcomer' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Delete Carl Newcomer?' })
  await expect(dialog).toContainText('Deleted user')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('No users found.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('link', { name: 'Everyone' })).toBeFocused()
  await expect(async () => expect(await mails(request, carl.email)).toContain('account was deleted')).toPass({ timeout: 20_000 })

  await open(admin, '/admin/audit-log')
  const log = admin.getByRole('main').getByRole('listitem')
  for (const [index, sentence] of [
    'Ada Admin deleted the account of Deleted user',
    'Ada Admin activated Deleted user',
    'Ada Admin deactivated Deleted user',
    'Ada Admin changed the role of Deleted user from client to employee'
  ].entries())
    await expect(log.nth(index)).toContainText(sentence)
  await admin.getByLabel('Action').selectOption('user.role_changed')
  await expect(log.first()).toContainText('changed the role of')
  await log.first().locator('summary').click()
  await expect(log.first().getByText('user.role_changed')).toBeVisible()
  await admin.getByRole('searchbox', { name: 'Search' }).fill('nothing of the kind')
  await expect(admin.getByText('Nothing found.')).toBeVisible()
})

test('the URL contains the filters, and a failed change shows an error in its row', async ({ browser }) => {
  const admin = await adminPage(browser)
  await open(admin, '/admin/manage-users?role=nonsense&page=-3')
  await admin.getByRole('link', { name: 'Employees' }).click()
  await expect(admin).toHaveURL(/role=employee/)
  await expect(rowOf(admin, 'client@easel.test')).toHaveCount(0)
  await admin.getByLabel('Status').selectOption('inactive')
  await expect(admin).toHaveURL(/role=employee.*status=inactive/)
  await admin.getByLabel('Status').selectOption('')
  const row = rowOf(admin, 'artist@easel.test')
  await expect(row).toBeVisible()
  await admin.route('**/manage-users.data*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await row.getByRole('combobox').selectOption('client')
  await expect(row.getByRole('alert')).toHaveText('Failed to update role.')
  await expect(row.getByRole('combobox')).toHaveValue('employee')
})

test('an admin’s own row has no controls, and the server refuses the same actions', async ({ browser }) => {
  const admin = await adminPage(browser)
  await open(admin, '/admin/manage-users?q=admin@easel.test')
  const row = rowOf(admin, 'admin@easel.test')
  await expect(row).toContainText('You')
  await expect(row.getByRole('combobox')).toHaveCount(0)
  await expect(row.getByRole('button')).toHaveCount(0)
  const { items } = await (await admin.request.get('/api/admin/users?q=admin@easel.test')).json()
  const origin = { origin: process.env['EASEL_URL']! }
  const answer = await admin.request.put(`/api/admin/users/${items[0].id}/role`, { data: { role: 'client' }, headers: origin })
  expect(answer.status()).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'own_account' })
})

test('without JavaScript an admin can search, change a role, and toggle a status', async ({ browser, request }) => {
  const paula = await newcomer(browser, request, 'Paula Plain')
  const admin = await adminPage(browser, { javaScriptEnabled: false })
  await admin.goto('/admin/manage-users')
  await admin.getByRole('searchbox', { name: 'Search' }).fill(paula.email)
  await admin.getByRole('button', { name: 'Apply' }).click()
  const row = rowOf(admin, paula.email)
  await row.getByRole('combobox').selectOption('employee')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Paula Plain is now an employee.')).toBeVisible()
  await rowOf(admin, paula.email).getByRole('switch').click()
  await expect(admin.getByText('Paula Plain is deactivated and signed out.')).toBeVisible()
  await admin.goto('/admin/audit-log')
  await admin.getByRole('searchbox', { name: 'Search' }).fill('Paula Plain')
  await admin.getByRole('button', { name: 'Apply' }).click()
  await expect(admin.getByText('Ada Admin deactivated Paula Plain').first()).toBeVisible()
})
