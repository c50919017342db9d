import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteUser } from '#accounts/users.contract.ts'
import { revokeLicense } from '#licensing/admin.contract.ts'
import { openLog, withLog } from '#platform/server/index.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '../support/givens/sales.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const MESSAGE = { subject: 'News', html: '', text: '' }

test.each(['deleted-7d6b0c1e@deleted.invalid', 'someone@INVALID', 'someone@mail.Invalid'])(
  'no email is ever sent to %s, and the log says so once, without the address',
  async (to) => {
    const lines: string[] = []
    const log = await openLog({ level: 'warn', readable: false, write: (line) => void lines.push(line) })
    const send = vi.spyOn(market.ports.jobs, 'send')
    await withLog({ log }, async () => market.ports.mail.send(market.db, { to, ...MESSAGE }))
    expect(send).not.toHaveBeenCalled()
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['an email to a deleted account was not sent'])
    expect(lines.join()).not.toContain(to)
    await market.ports.mail.send(market.db, { to: 'someone@invalid.example.com', ...MESSAGE })
    expect(send).toHaveBeenCalledOnce()
    send.mockRestore()
  }
)

test('revoking the license of a deleted account writes no email', async () => {
  const admin = await market.as('admin')
  const { id } = await market.person('client', 'Leaving')
  const { license_id } = await boughtLicense(market, (await assetOnSale(market)).id, { client: 'Leaving' })
  await market.work()
  await admin(deleteUser, { params: { id } })
  const send = vi.spyOn(market.ports.mail, 'send')
  await admin(revokeLicense, { params: { id: license_id }, body: { reason: 'A complaint.' } })
  await market.work()
  expect(send.mock.calls.map(([, { to, subject }]) => [to, subject])).toEqual([])
  send.mockRestore()
})

test("no other part's file that sends email looks a person up with findUser, which also finds deleted accounts", () => {
  const senders = globSync('business/**/*.ts').filter(
    (file) => !file.startsWith('business/accounts/') && /\bmail\.send\(/.test(readFileSync(file, 'utf8'))
  )
  expect(senders.length).toBeGreaterThan(8)
  const wrong = senders.filter((file) => !file.includes('.test.') && /\bfindUsers?\b/.test(readFileSync(file, 'utf8')))
  expect(wrong).toEqual([])
})
