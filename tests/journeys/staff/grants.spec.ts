import { expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { openedBy, ownHeaders } from '#tests/support/browser/approved-asset.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'

const PASSWORD = 'easel-walk'

/** Registers someone and makes them an admin. */
async function newAdmin(boss: Page, helper: Page, name: string): Promise<string> {
  const email = `grants-${Date.now()}@example.com`
  await helper.request.post('/api/auth/register', { data: { name, email, password: PASSWORD, terms: true } })
  const code = await mailedCode(helper.request, email)
  const verified = await helper.request.post('/api/auth/verify-email', { data: { email, code } })
  const { user } = (await verified.json()) as { user: { id: string } }
  const made = await boss.request.put(`/api/admin/users/${user.id}/role`, { headers: ownHeaders(), data: { role: 'admin' } })
  expect(made.status()).toBe(200)
  return email
}

test('an admin limits another one to finance, who sees only that and approves as the second of two admins', async ({ browser }) => {
  test.setTimeout(120_000)
  const [boss, helper] = [await openedBy(browser, 'admin@easel.test'), await openedBy(browser)]
  const email = await newAdmin(boss, helper, 'Helen Helper')

  await boss.goto(`/admin/manage-users?q=${encodeURIComponent(email)}`)
  await boss.getByRole('link', { name: 'Grants of Helen Helper: All' }).click()
  const form = boss.getByRole('group', { name: 'Grants of Helen Helper' })
  for (const grant of ['Review', 'Catalogue', 'Support', 'People', 'Read only']) await form.getByRole('checkbox', { name: grant }).uncheck()
  await boss.getByRole('button', { name: 'Save grants' }).click()
  await expect(boss.getByText('The grants of Helen Helper are saved.')).toBeVisible()
  await expect(boss.getByRole('link', { name: 'Grants of Helen Helper: Finance' })).toBeVisible()

  await helper.goto('/admin/dashboard')
  const pages = helper.getByRole('navigation', { name: 'Main' }).first()
  await expect(pages.getByRole('link', { name: 'Payments' })).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Manage Users' })).toHaveCount(0)
  await helper.goto('/admin/manage-users')
  await expect(helper.getByRole('main').getByText('You need the grant people.')).toBeVisible()
  expect(await violationsOn(helper)).toEqual([])
  await helper.goto('/all-assets')
  await expect(helper.getByText('You can look, but not change anything here.')).toBeVisible()
  await helper.goto('/admin/payments')
  await expect(helper.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()

  await boss.goto('/admin/settings')
  await boss.getByRole('button', { name: 'Switch on' }).click()
  await expect(boss.getByText('Two-person approval is on.')).toBeVisible()
  await boss.goto('/admin/wage-rules?edit=logo')
  await boss.getByRole('textbox', { name: 'Notes' }).fill('Two of us agreed')
  await boss.getByRole('button', { name: 'Save changes' }).click()
  await expect(boss.getByText('Another admin has to approve this')).toBeVisible()
  await boss.goto('/admin/approvals')
  await expect(boss.getByText('Another admin has to decide this.').first()).toBeVisible()

  await helper.goto('/admin/approvals')
  await helper.getByRole('button', { name: 'Approve' }).first().click()
  // The code that verified the address is no proof of who the admin is.
  const proof = helper.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Your password').fill(PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(helper.getByText('It is approved and done.')).toBeVisible()
  await helper.goto('/admin/approvals?status=approved')
  await expect(helper.getByText('Helen Helper approved it').first()).toBeVisible()
  expect(await violationsOn(helper)).toEqual([])

  await boss.goto('/admin/settings')
  await boss.getByRole('button', { name: 'Switch off' }).click()
  await expect(boss.getByText('Two-person approval is off.')).toBeVisible()
  await boss.goto('/admin/audit-log?area=finance')
  await expect(boss.getByText(/Helen Helper approved/).first()).toBeVisible()
})
