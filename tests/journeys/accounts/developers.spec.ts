import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { overflowOn } from '#tests/support/browser/layout.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const run = promisify(execFile)

/** As long as a name may be. */
const LONG_NAME = 'Build server of the department of very long names '.repeat(3).slice(0, 120).trim()

/** The program that runs an example of each language. */
const PROGRAMS: Record<string, [program: string, flag: string]> = {
  curl: ['/bin/sh', '-c'],
  JavaScript: [process.execPath, '-e'],
  Python: ['python3', '-c']
}

async function makeKey(page: Page, name: string, origins = ''): Promise<string> {
  await page.goto('/developers')
  await page.getByLabel('Name').fill(name)
  for (const scope of ['Catalogue', 'Licenses', 'Downloads']) await page.getByRole('checkbox', { name: scope }).check()
  await page.getByLabel('Pages that may use it').fill(origins)
  await page.getByRole('button', { name: 'Make key' }).click()
  await expect(page.getByText(`The key “${name}” is made.`)).toBeVisible()
  return page.getByLabel('Your API key').inputValue()
}

/** Takes a work from the plan, so that there is something to download. */
async function licenseByKey(page: Page, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const [asset] = (await (await page.request.get('/api/assets?page_size=1', { headers })).json()) as { id: string }[]
  const order = { asset_id: asset?.id, license_type: 'subscription', via_subscription: true }
  expect((await page.request.post('/api/licenses/checkout', { headers, data: order })).status()).toBe(200)
}

test('a client makes a key, sees it once, runs every example, and deletes the key', async ({ page, context }) => {
  test.setTimeout(180_000)
  await signInAs(context, 'subscriber@easel.test')
  await page.goto('/')
  await page.getByRole('link', { name: 'Developers' }).first().waitFor({ state: 'attached' })
  const key = await makeKey(page, 'Examples')
  expect(key).toMatch(/^easel_[\w-]{43}$/)
  expect(await violationsOn(page)).toEqual([])

  await licenseByKey(page, key)
  const folder = await mkdtemp(join(tmpdir(), 'easel-examples-'))
  try {
    const examples = await page.locator('pre[data-language]').all()
    expect(examples).toHaveLength(9)
    for (const example of examples) {
      const [program, flag] = PROGRAMS[(await example.getAttribute('data-language')) ?? '']!
      const code = (await example.textContent()) ?? ''
      const { stdout } = await run(program, [flag, code], { cwd: folder, env: { PATH: process.env['PATH'], EASEL_KEY: key } })
      expect(stdout.trim(), code).not.toBe('')
    }
    const files = await readdir(folder)
    expect(files).toEqual([expect.stringMatching(/^easel-work\.\w+$/)])
    for (const file of files) expect((await stat(join(folder, file))).size).toBeGreaterThan(100)
  } finally {
    await rm(folder, { recursive: true })
  }

  await page.goto('/developers')
  await expect(page.getByText(key)).toHaveCount(0)
  await page.getByRole('link', { name: 'Delete the key Examples' }).click()
  await expect(page.getByText('Programs that use it stop at once.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete key' }).click()
  await expect(page.getByText('The key is deleted.')).toBeVisible()
  const answer = await page.request.get('/api/licenses', { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status()).toBe(401)
})

test('a key waits for a fresh proof, and an admin sets how many calls a minute it may make', async ({
  page,
  browser,
  context,
  request
}) => {
  const email = `developer-${Date.now()}@example.com`
  const password = 'easel-journey-1'
  // A session of an emailed code is no proof.
  await page.request.post('/api/auth/register', { data: { name: 'Dora Developer', email, password, terms: true } })
  const code = await mailedCode(request, email)
  const verified = await page.request.post('/api/auth/verify-email', { data: { email, code } })
  const { user } = (await verified.json()) as { user: { id: string } }
  await page.goto('/developers')
  await hydrated(page)
  await page.getByLabel('Name').fill(LONG_NAME)
  await page.getByRole('checkbox', { name: 'Icons' }).check()
  await page.getByRole('button', { name: 'Make key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`The key “${LONG_NAME}” is made.`)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflowOn(page)).toEqual([])
  await context.clearCookies()

  const staff = await browser.newContext({ baseURL: process.env['EASEL_URL']!, viewport: { width: 390, height: 844 } })
  await signInAs(staff, 'admin@easel.test')
  const desk = await staff.newPage()
  await desk.goto(`/admin/manage-users?q=${encodeURIComponent(email)}`)
  await desk.getByRole('link', { name: 'API keys of Dora Developer' }).click()
  await expect(desk).toHaveURL(`/admin/manage-users/${user.id}/keys`)
  await hydrated(desk)
  const limit = desk.getByLabel(`Calls a minute of ${LONG_NAME}`)
  await limit.fill('0')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Enter a whole number from 1 to 10,000.')).toBeVisible()
  await limit.fill('120')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('may make 120 calls a minute.')).toBeVisible()
  expect(await violationsOn(desk)).toEqual([])
  expect(await overflowOn(desk)).toEqual([])
  await staff.close()
})

/** A page of another origin: the browser alone decides what it may read. */
async function foreignSite(): Promise<{ origin: string; server: Server }> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Other</title>')
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Calls from a page: the status, or 'unreadable' if the browser lets the page see nothing. */
const fetchIn = (page: Page, path: string, key?: string, credentials: RequestCredentials = 'same-origin') =>
  page.evaluate(
    async ({ url, key, credentials }) => {
      try {
        const answer = await fetch(url, { credentials, headers: key ? { authorization: `Bearer ${key}` } : {} })
        return { status: answer.status, limit: answer.headers.get('ratelimit'), total: answer.headers.get('x-total-count') }
      } catch {
        return 'unreadable'
      }
    },
    { url: `${process.env['EASEL_URL']}/api${path}`, key, credentials }
  )

test('a page of another origin reads what is public and what its key opens, and nothing of a session', async ({ page, context }) => {
  await signInAs(context, 'client@easel.test')
  const [listed, other] = [await foreignSite(), await foreignSite()]
  try {
    const key = await makeKey(page, 'Pages', `${listed.origin}/`)
    await page.goto(listed.origin)
    expect(await fetchIn(page, '/assets?page_size=1')).toMatchObject({ status: 200, total: expect.any(String) })
    expect(await fetchIn(page, '/licenses', key)).toMatchObject({ status: 200, limit: expect.stringContaining('"default";r=') })
    expect(await fetchIn(page, '/licenses')).toBe('unreadable')
    for (const path of ['/assets', '/profile']) expect(await fetchIn(page, path, undefined, 'include')).toBe('unreadable')
    await page.goto(other.origin)
    expect(await fetchIn(page, '/licenses', key)).toBe('unreadable')
    expect(await fetchIn(page, '/assets?page_size=1')).toMatchObject({ status: 200 })
  } finally {
    listed.server.close()
    other.server.close()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a key is made, shown, and deleted', async ({ page, context }) => {
    await signInAs(context, 'artist@easel.test')
    const key = await makeKey(page, 'Plain form')
    expect(key).toMatch(/^easel_/)
    await page.goto('/developers')
    await page.getByRole('link', { name: 'Delete the key Plain form' }).click()
    await page.getByRole('button', { name: 'Delete key' }).click()
    await expect(page.getByText('The key is deleted.')).toBeVisible()
  })
})
