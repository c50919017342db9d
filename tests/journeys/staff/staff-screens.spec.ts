import { type Browser, expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

/* What the specification lists on each staff screen, and what is shown when a call fails. */

async function as(browser: Browser, who: 'artist' | 'admin', path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  await signInAs(context, `${who}@easel.test`)
  const page = await context.newPage()
  await open(page, path)
  return page
}

/** Opens a page and waits for hydration. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

type Screen = { path: string; title: string; texts?: string[]; fields?: string[]; heads?: string[]; buttons?: string[] }

const SCREENS: Record<'artist' | 'admin', Screen[]> = {
  artist: [
    {
      path: '/employee/dashboard',
      title: 'Dashboard',
      texts: ['Total assets', 'Pending assets', 'Approved assets', 'Total earned', 'Total paid', 'Current balance', 'Wage rules'],
      heads: ['Category', 'Wage per asset']
    },
    {
      path: '/create-asset',
      title: 'Create Asset',
      fields: ['Title', 'Description', 'Category', 'Tags', 'Made by a person', 'AI-assisted', 'AI-generated']
    },
    { path: '/assets', title: 'My Assets', fields: ['Search my assets'] },
    {
      path: '/employee/earnings',
      title: 'Earnings',
      texts: ['Total earned', 'Total paid', 'Current balance'],
      heads: ['Title', 'Category', 'Status', 'Approved', 'Wage']
    }
  ],
  admin: [
    {
      path: '/admin/dashboard',
      title: 'Dashboard',
      texts: [
        'Users',
        'Assets',
        'Earned from clients',
        'Paid to employees',
        'Pending assets',
        'Wage rules',
        'Recent signups',
        'Recent assets',
        'Recent licenses'
      ],
      heads: ['Name', 'Role', 'Joined', 'Title', 'Status']
    },
    { path: '/all-assets', title: 'All Assets', fields: ['Search', 'Category', 'Free', 'Tag', 'Sort'] },
    { path: '/admin/manage-users', title: 'Manage Users', fields: ['Search', 'Status'], heads: ['User', 'Role', 'Status', 'Joined'] },
    {
      path: '/admin/wage-rules',
      title: 'Wage Rules',
      fields: ['Category', 'Wage', 'License price', 'Notes'],
      heads: ['Category', 'Wage', 'License price', 'Notes'],
      buttons: ['Add rule']
    },
    {
      path: '/admin/employee-payouts',
      title: 'Record Employee Payout',
      fields: ['Employee', 'Amount', 'Payment method', 'Reference number', 'Notes'],
      heads: ['Employee', 'Earned', 'Paid', 'Balance'],
      buttons: ['Record payout']
    },
    {
      path: '/admin/applicants',
      title: 'Applicants',
      fields: ['Search', 'Status'],
      texts: ['Submitted', 'In Review', 'Shortlisted', 'Rejected', 'Hired']
    },
    {
      path: '/admin/expenses',
      title: 'Expenses',
      fields: ['Date and time', 'Category', 'Project', 'Amount (USD)', 'Description'],
      buttons: ['Save Expense']
    },
    {
      path: '/admin/reports',
      title: 'Financial Report',
      fields: ['Start', 'End'],
      texts: ['Income', 'Employee Wages', 'Expenses', 'Assets Sold', 'Project Growth (last 12 months)'],
      buttons: ['Refresh']
    },
    {
      path: '/admin/report-preview?start=2019-01-01&end=2019-02-01',
      title: 'Financial Report Preview',
      fields: ['Start', 'End'],
      texts: [
        '2019-01-01 → 2019-02-01',
        'Generated',
        'Income',
        'Net',
        'No payments in range.',
        'No expenses in range.',
        'No wages in range.'
      ],
      heads: ['Date', 'Client', 'Description', 'Amount', 'Category', 'Employee', 'Asset'],
      buttons: ['Refresh', 'Apply', 'Print / Save PDF']
    }
  ]
}

for (const who of ['artist', 'admin'] as const)
  test(`the ${who} screens have what the specification lists`, async ({ browser }) => {
    test.setTimeout(120_000)
    const page = await as(browser, who, '/faq')
    for (const { path, title, texts = [], fields = [], heads = [], buttons = [] } of SCREENS[who])
      await test.step(path, async () => {
        await page.goto(path)
        const main = page.getByRole('main')
        await expect(main.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
        for (const text of texts) await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
        for (const field of fields) await expect(main.getByLabel(field).first()).toBeVisible()
        for (const head of heads) await expect(main.getByRole('columnheader', { name: head, exact: true }).first()).toBeVisible()
        for (const button of buttons) await expect(main.getByRole('button', { name: button, exact: true }).first()).toBeVisible()
      })
  })

test('a page number past the last page shows a message and a link back that keeps the filters', async ({ browser }) => {
  const artist = await as(browser, 'artist', '/assets?page=9999')
  const admin = await as(browser, 'admin', '/admin/manage-users?role=client&page=9999')
  for (const [page, path, first] of [
    [artist, '/assets?page=9999', '/assets'],
    [artist, '/employee/earnings?page=9999', '/employee/earnings'],
    [admin, '/admin/manage-users?role=client&page=9999', '/admin/manage-users?role=client'],
    [admin, '/admin/audit-log?page=9999', '/admin/audit-log'],
    [admin, '/all-assets?category=icon&page=9999', '/all-assets?category=icon'],
    [admin, '/admin/employee-payouts?sort=name&page=9999', '/admin/employee-payouts?sort=name']
  ] as const) {
    await open(page, path)
    await expect(page.getByText('This page is past the last one.')).toBeVisible()
    await page.getByRole('link', { name: 'To the first page' }).click()
    await expect(page.getByText('This page is past the last one.')).toBeHidden()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(first)
  }
})

test('artists on the payouts page can be searched and sorted, and the address has the filters', async ({ browser }) => {
  const admin = await as(browser, 'admin', '/admin/employee-payouts')
  await admin.getByRole('main').getByLabel('Sort').selectOption({ label: 'Name' })
  await expect(admin).toHaveURL(/sort=name/)
  await admin.getByRole('searchbox', { name: 'Search' }).fill('no such artist')
  await expect(admin.getByText('No artists found.')).toBeVisible()
  await admin.getByRole('searchbox', { name: 'Search' }).fill('ARTIST@easel')
  await expect(admin.getByRole('row').filter({ hasText: 'Aria Artist' })).toBeVisible()
  await admin.goto('/admin/applicants')
  await admin.getByLabel('Sort').selectOption({ label: 'Last name' })
  await expect(admin).toHaveURL(/sort=name/)
})

test('editing a wage rule keeps what is typed while the page is still loading', async ({ browser }) => {
  const admin = await as(browser, 'admin', '/admin/wage-rules')
  const typed = Promise.withResolvers<void>()
  await admin.route('**/admin/wage-rules.data*', async (route) => {
    await typed.promise
    await route.continue()
  })
  await admin.getByRole('link', { name: 'Edit icon' }).click()
  await expect(admin.getByRole('heading', { name: 'Edit icon' })).toBeVisible()
  await admin.getByLabel('Notes').fill('Typed early')
  await expect(admin).not.toHaveURL(/edit=icon/)
  typed.resolve()
  await expect(admin).toHaveURL(/edit=icon/)
  await expect(admin.getByLabel('Notes')).toHaveValue('Typed early')
  await expect(admin.getByLabel('Category')).toBeDisabled()
})

test('a wage rule is deleted after a confirmation and added again', async ({ browser }) => {
  const admin = await as(browser, 'admin', '/admin/wage-rules')
  const row = admin.getByRole('row').filter({ hasText: /^logo/ })
  const [, wage = '', price = ''] = await row.getByRole('cell').allTextContents()
  await admin.getByRole('button', { name: 'Delete logo' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await expect(row).toBeVisible()
  await admin.getByRole('button', { name: 'Delete logo' }).click()
  await admin.getByRole('dialog', { name: 'Delete this rule?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('Rule deleted.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await admin.getByRole('button', { name: 'Add rule' }).click()
  await expect(admin.getByText('Please select a category.')).toBeVisible()
  await expect(admin.getByText('Please enter a valid non-negative number for License Price.')).toBeVisible()
  await admin.getByLabel('Category').selectOption('logo')
  await admin.getByLabel('Wage').fill(wage.replace('$', ''))
  await admin.getByLabel('License price').fill(price.replace('$', ''))
  await admin.getByRole('button', { name: 'Add rule' }).click()
  await expect(admin.getByText('Rule added.')).toBeVisible()
  await expect(row).toContainText(price)
  await expect(admin.getByLabel('Wage')).toHaveValue('')
})

test('an asset that cannot be created shows an error and keeps what was typed', async ({ browser }) => {
  const artist = await as(browser, 'artist', '/create-asset')
  await artist.getByLabel('Title').fill('Heron in the rain')
  await artist.getByLabel('Tags').fill('heron, rain')
  await artist.route('**/create-asset.data*', (route) => route.abort())
  await artist.getByRole('button', { name: 'Create and add a file' }).click()
  await expect(artist.getByRole('alert')).toHaveText('Error creating asset')
  await expect(artist.getByLabel('Title')).toHaveValue('Heron in the rain')
  await expect(artist.getByLabel('Tags')).toHaveValue('heron, rain')
})

test('a preview that does not load shows ‘No Preview’', async ({ browser }) => {
  const admin = await as(browser, 'admin', '/all-assets?status=approved')
  await expect(admin.getByRole('main').getByRole('img').first()).toHaveJSProperty('complete', true)
  await expect(admin.getByText('No Preview')).toHaveCount(0)
  await admin.route(
    (url) => /\.webp$|preview/.test(url.pathname),
    (route) => (route.request().resourceType() === 'image' ? route.abort() : route.continue())
  )
  await admin.reload()
  await expect(admin.getByText('No Preview').first()).toBeVisible()
})
