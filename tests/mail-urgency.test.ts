import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forgotPassword } from '#accounts/recovery.contract.ts'
import { sendContact } from '#help/contract.ts'
import { MAIL_QUEUES } from '#platform/server/index.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from './support/givens/sales.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const [URGENT, OTHER] = MAIL_QUEUES

/** Returns the emails that the work sends, each with its queue and when it expires, in minutes from now. */
async function mailsOf(work: () => Promise<unknown>) {
  const send = vi.spyOn(market.ports.jobs, 'send')
  await work()
  await market.work()
  const mails = send.mock.calls.filter(([, queue]) => MAIL_QUEUES.some((name) => name === queue))
  send.mockRestore()
  return mails.map(([, queue, data]) => {
    const { subject, expires_at } = data as { subject: string; expires_at?: string }
    return { queue, subject, minutes: expires_at && (Date.parse(expires_at) - market.now().getTime()) / 60_000 }
  })
}

test('a link to reset a password and a receipt are urgent, a message to support is not, and only the link expires', async () => {
  const { email } = await market.person('client')
  expect(await mailsOf(() => market.api(forgotPassword, { body: { email } }))).toEqual([
    { queue: URGENT, subject: expect.any(String), minutes: 60 }
  ])
  const asset = await assetOnSale(market)
  expect(await mailsOf(() => boughtLicense(market, asset.id))).toEqual([{ queue: URGENT, subject: expect.any(String), minutes: undefined }])
  const body = { name: 'Ada', email, subject: 'General Inquiry' as const, message: 'May I print it?' }
  expect(await mailsOf(() => market.api(sendContact, { body }))).toMatchObject([{ queue: OTHER, minutes: undefined }])
})

test('email and events from PayPal are tried again for three days, and codes for minutes', async () => {
  const { rows } = await sql<{ name: string; retry_limit: number; notify: boolean }>`
    select name, retry_limit, notify from jobs.queue where dead_letter is not null`.execute(market.db)
  const limits = Object.fromEntries(rows.map(({ name, retry_limit }) => [name, retry_limit]))
  expect(limits).toMatchObject({
    [URGENT]: 27,
    [OTHER]: 27,
    'payments.process-event': 27,
    'accounts.mail-asked': 5,
    'payments.reconcile': 5
  })
  expect(limits['licensing.send-receipt']).toBe(22)
  expect(rows.every(({ notify }) => notify)).toBe(true)
})
