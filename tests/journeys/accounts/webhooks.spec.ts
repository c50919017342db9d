import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, request } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { overflowOn } from '#tests/support/browser/layout.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

/* The products of the journeys run with WEBHOOK_ALLOW_LOOPBACK=1, so that they reach a receiver on this machine. */

type Got = { headers: IncomingHttpHeaders; body: string }

/** A receiver that takes what it gets. */
async function openReceiver(): Promise<{ url: string; got: Got[]; server: Server }> {
  const got: Got[] = []
  const server = createServer(async (call, answer) => {
    let body = ''
    for await (const chunk of call) body += String(chunk)
    got.push({ headers: call.headers, body })
    answer.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/${'long-name-'.repeat(12)}`, got, server }
}

/** Calls the API as a demo account. */
async function apiOf(email: string) {
  const api = await request.newContext({ baseURL: process.env['EASEL_URL']! })
  const { token } = (await (await api.post('/api/auth/login', { data: { email, password: 'easel-demo' } })).json()) as { token: string }
  return { api, headers: { authorization: `Bearer ${token}` } }
}

/** A request of the demo's client gets a new status. */
async function requestChanges(): Promise<void> {
  const [client, admin] = [await apiOf('client@easel.test'), await apiOf('admin@easel.test')]
  const made = await client.api.post('/api/custom-requests', {
    headers: client.headers,
    data: { title: 'A round logo', description: 'Blue, for a bakery.', category: 'logo' }
  })
  const { id } = (await made.json()) as { id: string }
  const decided = await admin.api.patch(`/api/admin/custom-requests/${id}`, { headers: admin.headers, data: { status: 'in_progress' } })
  expect(decided.status()).toBe(200)
}

async function expectFine(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
  expect(await overflowOn(page)).toEqual([])
}

const idsOf = (got: readonly Got[]) => got.map(({ headers }) => headers['webhook-id'])

test('a client makes a webhook, sees its secret once, reads its log, sends again, changes it, and deletes it', async ({
  page,
  context
}) => {
  test.setTimeout(120_000)
  const receiver = await openReceiver()
  try {
    await signInAs(context, 'client@easel.test')
    await page.goto('/developers')
    await hydrated(page)
    await page.getByRole('link', { name: 'Make a webhook' }).click()
    await expect(page.getByText('No webhooks yet.')).toBeVisible()
    await expectFine(page)

    await page.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/hook')
    await page.getByRole('checkbox', { name: 'request.changed' }).check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await expect(page.getByText('Please enter a public address.')).toBeVisible()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const secret = await page.getByLabel('Secret').inputValue()
    expect(secret).toMatch(/^whsec_/)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFine(page)

    await requestChanges()
    await expect.poll(() => receiver.got.length, { timeout: 20_000 }).toBe(1)
    const [first] = receiver.got
    expect(new Webhook(secret).verify(first!.body, first!.headers as Record<string, string>)).toMatchObject({ type: 'request.changed' })
    await page.reload()
    await hydrated(page)
    await expect(page.getByText(secret)).toHaveCount(0)
    await expect(page.getByLabel('Secret')).toHaveCount(0)
    await page.getByRole('link', { name: receiver.url }).click()
    const log = page.getByRole('table', { name: 'Deliveries' })
    await expect(log.getByText('Delivered')).toBeVisible()
    await expectFine(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectFine(page)

    await log.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('The delivery is sent again.')).toBeVisible()
    await expect.poll(() => idsOf(receiver.got), { timeout: 20_000 }).toEqual([first!.headers['webhook-id'], first!.headers['webhook-id']])

    await page.getByText('New secret', { exact: true }).click()
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    await expect(page.getByText('This is the new secret.')).toBeVisible()
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).not.toBe(secret)
    await expectFine(page)

    await page.getByRole('checkbox', { name: 'payout.made' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('The webhook is off.')).toBeVisible()
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.getByText('The webhook is on.')).toBeVisible()

    await page.getByText('Delete this webhook').click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Webhook deleted.')).toBeVisible()
    await expect(page.getByRole('link', { name: receiver.url })).toHaveCount(0)
  } finally {
    receiver.server.close()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a webhook is made, gets a new secret, and is deleted', async ({ page, context }) => {
    await signInAs(context, 'artist@easel.test')
    await page.goto('/developers/webhooks')
    await page.getByLabel('Address').fill('https://hooks.example.com/easel')
    await page.getByRole('checkbox', { name: 'payout.made' }).check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const secret = await page.getByLabel('Secret').inputValue()
    await page.getByRole('link', { name: 'https://hooks.example.com/easel' }).first().click()
    await page.getByText('New secret', { exact: true }).click()
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    const next = await page.getByLabel('Secret', { exact: true }).inputValue()
    expect([secret, next]).toEqual([expect.stringMatching(/^whsec_/), expect.stringMatching(/^whsec_/)])
    expect(next).not.toBe(secret)
    await page.getByText('Delete this webhook').click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Webhook deleted.')).toBeVisible()
  })
})
