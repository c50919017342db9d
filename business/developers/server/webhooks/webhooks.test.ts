import type { ServerResponse } from 'node:http'
import { Webhook as Verifier } from 'standardwebhooks'
import { Webhook as SvixVerifier } from 'svix'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BusinessEvent, inTransaction } from '#platform/server/index.ts'
import type { Api } from '#platform/web/api.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import * as contract from '../../webhooks.contract.ts'
import { FAILURES_MAX, RETRY_PAUSES } from '../../webhooks.rules.ts'
import { deliverOne, sweepDeliveries } from './deliver.service.ts'
import { post } from './post.ts'
import { answering, openReceiver, type Received } from './receivers.ts'
import { rewrapWebhookSecrets } from './secret-keys.service.ts'

let world: World
beforeAll(async () => {
  // Signatures count for minutes by the clock of the receiver, which is the real one.
  world = await freshWorld({ webhooks: { allows_loopback: true } })
  world.at(new Date().toISOString())
})
afterAll(() => world.end())

let last = 0
/** Someone new with a webhook, so that tests do not meet. */
async function givenWebhook(url: string) {
  last += 1
  const person = await world.person('client', `Client ${last}`)
  const api = await world.as('client', `Client ${last}`)
  const webhook = await api(contract.createWebhook, { body: { url, events: ['license.granted', 'payout.made'] } })
  return { ...webhook, api, person }
}
type Given = Awaited<ReturnType<typeof givenWebhook>>

let amount = 0
/** Different each time: the same event of the same moment is told once. */
function payout(to: string): BusinessEvent {
  amount += 1
  return { type: 'payout.made', to, data: { payout_id: 'p-1', amount } }
}

const publish = (...events: BusinessEvent[]) => inTransaction(world.ctx(), (work) => work.ports.events.publish(work, events))

const logOf = async ({ api, id }: Given) => (await api(contract.listDeliveries, { params: { id }, query: {} })).items
const stateOf = ({ api, id }: Given) => api(contract.readWebhook, { params: { id } })

const later = (ms: number): void => world.at(new Date(world.now().getTime() + ms).toISOString())

/** Lets time pass, finds what is due then, and works. */
async function pass(ms: number): Promise<void> {
  later(ms)
  await sweepDeliveries(world.ctx())
  await world.work()
}

const idOf = ({ headers }: Received) => String(headers['webhook-id'])
const verify = (secret: string, { headers, body }: Received) => {
  const given = headers as Record<string, string>
  new SvixVerifier(secret).verify(body, given)
  return new Verifier(secret).verify(body, given)
}

test('standardwebhooks and svix verify what is sent, and the body says what happened when', async () => {
  const receiver = await openReceiver()
  const webhook = await givenWebhook(receiver.url)
  const event = payout(webhook.person.id)
  await publish(event)
  await world.work()
  expect(receiver.received).toHaveLength(1)
  const [got] = receiver.received
  expect(verify(webhook.secret, got!)).toEqual({ type: 'payout.made', timestamp: world.now().toISOString(), data: event.data })
  expect(got!.headers['content-type']).toBe('application/json')
  expect(() => new Verifier(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(got!.body, got!.headers as never)).toThrow()
  expect(await logOf(webhook)).toMatchObject([
    { id: idOf(got!), type: 'payout.made', status: 'delivered', attempts: 1, response_status: 204, failure: null }
  ])
})

test('only the active webhooks of that person which asked for the type are told', async () => {
  const receiver = await openReceiver()
  const mine = await givenWebhook(receiver.url)
  const other = await givenWebhook(receiver.url)
  const { id: off } = await mine.api(contract.createWebhook, { body: { url: receiver.url, events: ['payout.made'] } })
  await mine.api(contract.changeWebhook, { params: { id: off }, body: { is_active: false } })
  await publish(payout(mine.person.id), { type: 'asset.approved', to: mine.person.id, data: { asset_id: 'a-1' } })
  await world.work()
  expect(receiver.received).toHaveLength(1)
  expect(await logOf(other)).toEqual([])
})

test('a failed attempt is repeated with the same id and body, a new timestamp and signature, for less than 24 hours', async () => {
  const receiver = await openReceiver(answering(500))
  const webhook = await givenWebhook(receiver.url)
  await publish(payout(webhook.person.id))
  await world.work()
  expect(RETRY_PAUSES[0]).toBeLessThan(30_000)
  expect(RETRY_PAUSES.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(24 * 3_600_000)
  for (const [index, pause] of RETRY_PAUSES.entries()) {
    await pass(pause - 4000)
    expect(receiver.received).toHaveLength(index + 1)
    await pass(4000)
    expect(receiver.received).toHaveLength(index + 2)
  }
  await pass(48 * 3_600_000)
  expect(receiver.received).toHaveLength(1 + RETRY_PAUSES.length)
  expect(new Set(receiver.received.map((got) => `${idOf(got)} ${got.body}`)).size).toBe(1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-signature'])).size).toBe(receiver.received.length)
  expect(await logOf(webhook)).toMatchObject([
    { status: 'failed', attempts: 1 + RETRY_PAUSES.length, response_status: 500, failure: 'status' }
  ])
  world.at(new Date().toISOString())
})

test('a redirect is a failure and is not followed', async () => {
  const target = await openReceiver()
  const receiver = await openReceiver(answering(307, { location: target.url }))
  const webhook = await givenWebhook(receiver.url)
  await publish(payout(webhook.person.id))
  await world.work()
  expect(target.received).toEqual([])
  expect(await logOf(webhook)).toMatchObject([{ status: 'pending', attempts: 1, response_status: 307, failure: 'redirect' }])
})

const MESSAGE = { body: '{}', headers: {} }
const NETWORK = { allows_loopback: true, resolve: async () => [] }

test('a receiver that hangs up, never answers, or is not there fails in time', async () => {
  const hangsUp = await openReceiver((_got, response) => response.destroy())
  const silent = await openReceiver(() => {})
  expect(await post(NETWORK, hangsUp.url, MESSAGE)).toEqual({ response_status: null, failure: 'no_connection' })
  expect(await post(NETWORK, silent.url, MESSAGE, 200)).toEqual({ response_status: null, failure: 'timeout' })
  expect(await post(NETWORK, 'http://127.0.0.1:9/', MESSAGE)).toEqual({ response_status: null, failure: 'no_connection' })
  expect(await post({ ...NETWORK, resolve: () => new Promise(() => {}) }, 'http://slow.example/', MESSAGE, 50)).toMatchObject({
    failure: 'timeout'
  })
})

test('a huge answer is cut off, and one that never ends is too', async () => {
  let written = 0
  let ended = () => {}
  const isEnded = new Promise<void>((resolve) => {
    ended = resolve
  })
  const pour = (response: ServerResponse): void => {
    if (response.destroyed) return
    written += 65_536
    if (response.write(Buffer.alloc(65_536))) setImmediate(pour, response)
    else response.once('drain', () => pour(response))
  }
  const receiver = await openReceiver((_got, response) => {
    response.on('close', ended)
    pour(response.writeHead(200))
  })
  expect(await post(NETWORK, receiver.url, MESSAGE)).toEqual({ response_status: 200, failure: null })
  await isEnded
  expect(written).toBeLessThan(20_000_000)
})

test('a name that was public when it was entered and is private at delivery is not connected to', async () => {
  const receiver = await openReceiver()
  let address = '93.184.216.34'
  const rebinding = await freshWorld({ webhooks: { resolve: async () => [{ address, family: 4 }] } })
  try {
    const api = await rebinding.as('client')
    const { id } = await rebinding.person('client')
    const body = { url: `http://rebind.example:${receiver.port}/`, events: ['payout.made' as const] }
    const webhook = await api(contract.createWebhook, { body })
    address = '127.0.0.1'
    await inTransaction(rebinding.ctx(), (work) => work.ports.events.publish(work, [payout(id)]))
    await rebinding.work()
    expect(receiver.received).toEqual([])
    const { items } = await api(contract.listDeliveries, { params: { id: webhook.id }, query: {} })
    expect(items).toMatchObject([{ attempts: 1, response_status: null, failure: 'refused_address' }])
    await expect(api(contract.changeWebhook, { params: { id: webhook.id }, body: { url: body.url } })).rejects.toMatchObject({
      status: 422,
      body: { fields: { url: expect.any(String) } }
    })
  } finally {
    await rebinding.end()
  }
})

test('one resolution serves the check and the connection', async () => {
  const receiver = await openReceiver()
  const answers = ['127.0.0.1', '10.0.0.1']
  const resolve = async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }]
  expect(await post({ allows_loopback: true, resolve }, `http://rebind.example:${receiver.port}/`, MESSAGE)).toMatchObject({
    failure: null
  })
  expect(answers).toEqual(['10.0.0.1'])
})

test.each(['http://10.0.0.1/', 'http://[::ffff:127.0.0.1]/', 'http://u:p@example.com/', 'nonsense'])(
  '%s is refused at POST and PATCH',
  async (url) => {
    const webhook = await givenWebhook('https://hooks.example.com/')
    const refused = { status: 422, body: { fields: { url: expect.any(String) } } }
    await expect(webhook.api(contract.createWebhook, { body: { url, events: ['payout.made'] } })).rejects.toMatchObject(refused)
    await expect(webhook.api(contract.changeWebhook, { params: { id: webhook.id }, body: { url } })).rejects.toMatchObject(refused)
  }
)

test('ten failed attempts in a row turn a webhook off once, also when they end at the same time, and turning it on sends what waits', async () => {
  let status = 503
  const receiver = await openReceiver((_got, response) => response.writeHead(status).end())
  const webhook = await givenWebhook(receiver.url)
  await publish(...Array.from({ length: FAILURES_MAX + 4 }, () => payout(webhook.person.id)))
  // As several workers do. Four more may be under way when the tenth fails.
  const one = () => deliverOne(world.ctx, webhook.person.id)
  for (let round = 0; round < 6; round += 1) await Promise.all([one(), one(), one()])
  expect(await stateOf(webhook)).toMatchObject({ is_active: false })
  const attempts = receiver.received.length
  expect(attempts).toBeGreaterThanOrEqual(FAILURES_MAX)
  expect(attempts).toBeLessThanOrEqual(FAILURES_MAX + 2)
  expect((await stateOf(webhook)).failures).toBe(attempts)
  await pass(10_000)
  expect(receiver.received).toHaveLength(attempts)
  const mails = (await world.mails()).filter(({ to }) => to === webhook.person.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain(receiver.url)

  status = 200
  expect(await webhook.api(contract.changeWebhook, { params: { id: webhook.id }, body: { is_active: true } })).toMatchObject({
    is_active: true,
    failures: 0
  })
  await world.work()
  expect(new Set((await logOf(webhook)).map((delivery) => delivery.status))).toEqual(new Set(['delivered']))
})

test('a success between failures starts the count again', async () => {
  const receiver = await openReceiver((got, response) => response.writeHead(got % FAILURES_MAX === 0 ? 200 : 500).end())
  const webhook = await givenWebhook(receiver.url)
  await publish(...Array.from({ length: 2 * FAILURES_MAX - 1 }, () => payout(webhook.person.id)))
  await world.work()
  expect(receiver.received).toHaveLength(2 * FAILURES_MAX - 1)
  expect(await stateOf(webhook)).toMatchObject({ is_active: true, failures: FAILURES_MAX - 1 })
})

test('after a rotation, both secrets verify for 24 hours, then only the new one', async () => {
  const receiver = await openReceiver()
  const webhook = await givenWebhook(receiver.url)
  const { secret } = await webhook.api(contract.rotateSecret, { params: { id: webhook.id } })
  await publish(payout(webhook.person.id))
  await world.work()
  expect(String(receiver.received[0]!.headers['webhook-signature']).split(' ')).toHaveLength(2)
  verify(secret, receiver.received[0]!)
  verify(webhook.secret, receiver.received[0]!)

  later(24 * 3_600_000)
  await publish(payout(webhook.person.id))
  await world.work()
  expect(String(receiver.received[1]!.headers['webhook-signature']).split(' ')).toHaveLength(1)
  world.at(new Date().toISOString())

  const third = await webhook.api(contract.rotateSecret, { params: { id: webhook.id } })
  const fourth = await webhook.api(contract.rotateSecret, { params: { id: webhook.id } })
  await publish(payout(webhook.person.id))
  await world.work()
  const got = receiver.received[2]!
  verify(third.secret, got)
  verify(fourth.secret, got)
  expect(() => new Verifier(secret).verify(got.body, got.headers as never)).toThrow()
})

test('secrets are stored encrypted, and shown in no list', async () => {
  const webhook = await givenWebhook('https://hooks.example.com/')
  const rows = await world.db.selectFrom('developers.webhook_secret').selectAll().where('webhook_id', '=', webhook.id).execute()
  const bytes = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64')
  expect(rows).toHaveLength(1)
  expect(rows[0]!.sealed.includes(bytes)).toBe(false)
  const shown = JSON.stringify([await webhook.api(contract.listWebhooks, {}), await stateOf(webhook)])
  expect(shown).not.toMatch(/whsec_|secret/)
  expect(await rewrapWebhookSecrets(world.ctx())).toBe(0)
})

test('a delivery is sent again with the same id and body, even if the webhook is off', async () => {
  const receiver = await openReceiver()
  const webhook = await givenWebhook(receiver.url)
  await publish(payout(webhook.person.id))
  await world.work()
  const { id } = webhook
  await webhook.api(contract.changeWebhook, { params: { id }, body: { is_active: false } })
  const delivery_id = idOf(receiver.received[0]!)
  await webhook.api(contract.sendAgain, { params: { id, delivery_id } })
  await world.work()
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]).toMatchObject({ body: receiver.received[0]!.body, headers: { 'webhook-id': delivery_id } })
  expect(await logOf(webhook)).toMatchObject([{ status: 'delivered', attempts: 2 }])
})

test("unknown webhooks and deliveries do not exist, and neither do another person's", async () => {
  const webhook = await givenWebhook('https://hooks.example.com/')
  const other = await givenWebhook('https://hooks.example.com/')
  await publish(payout(webhook.person.id))
  const [delivery] = await logOf(webhook)
  const params = { id: webhook.id }
  const missing = { status: 404 }
  const tries: ((api: Api) => Promise<unknown>)[] = [
    (api) => api(contract.readWebhook, { params }),
    (api) => api(contract.changeWebhook, { params, body: { is_active: true, url: 'http://10.0.0.1/' } }),
    (api) => api(contract.deleteWebhook, { params }),
    (api) => api(contract.rotateSecret, { params }),
    (api) => api(contract.listDeliveries, { params, query: {} }),
    (api) => api(contract.sendAgain, { params: { ...params, delivery_id: delivery!.id } })
  ]
  for (const attempt of tries) await expect(attempt(other.api)).rejects.toMatchObject(missing)
  const elsewhere = { id: other.id, delivery_id: delivery!.id }
  await expect(other.api(contract.sendAgain, { params: elsewhere })).rejects.toMatchObject(missing)
  await expect(webhook.api(contract.sendAgain, { params: { ...params, delivery_id: other.id } })).rejects.toMatchObject(missing)
  await webhook.api(contract.deleteWebhook, { params })
  await expect(stateOf(webhook)).rejects.toMatchObject(missing)
})

test('several workers send each delivery once, and a slow receiver holds up no other webhook', async () => {
  const held: ServerResponse[] = []
  const slow = await openReceiver((_got, response) => void held.push(response))
  const quick = await openReceiver()
  const webhook = await givenWebhook(slow.url)
  await webhook.api(contract.createWebhook, { body: { url: quick.url, events: ['payout.made'] } })
  await publish(...Array.from({ length: 12 }, () => payout(webhook.person.id)))
  const worker = async () => {
    for (let round = 0; round < 12; round += 1) await deliverOne(world.ctx, webhook.person.id)
  }
  const working = [1, 2, 3, 4, 5, 6].map(worker)
  await expect.poll(() => new Set(quick.received.map(idOf)).size, { timeout: 10_000 }).toBe(12)
  expect(slow.received.length).toBeLessThanOrEqual(3)
  const release = setInterval(() => held.splice(0).forEach((response) => void response.writeHead(204).end()), 5)
  await Promise.all(working)
  await world.work()
  clearInterval(release)
  for (const { received } of [slow, quick]) {
    expect(received).toHaveLength(12)
    expect(new Set(received.map(idOf)).size).toBe(12)
  }
})

test('a process that dies before it stores the result leaves a delivery that is sent again with the same id', async () => {
  const receiver = await openReceiver()
  const webhook = await givenWebhook(receiver.url)
  await publish(payout(webhook.person.id))
  const [delivery] = await logOf(webhook)
  const claimed_until = new Date(world.now().getTime() + 60_000)
  const claim = '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17'
  await world.db.updateTable('developers.delivery').set({ claim, claimed_until }).where('id', '=', delivery!.id).execute()
  await world.work()
  expect(receiver.received).toEqual([])
  await pass(61_000)
  expect(receiver.received.map(idOf)).toEqual([delivery!.id])
  expect(await logOf(webhook)).toMatchObject([{ status: 'delivered' }])
  world.at(new Date().toISOString())
})

test('an event whose transaction is rolled back is not sent', async () => {
  const receiver = await openReceiver()
  const webhook = await givenWebhook(receiver.url)
  const failing = inTransaction(world.ctx(), async (work) => {
    await work.ports.events.publish(work, [payout(webhook.person.id)])
    throw new Error('No.')
  })
  await expect(failing).rejects.toThrow('No.')
  await world.work()
  expect(receiver.received).toEqual([])
})

test('nothing is sent for someone who was deactivated', async () => {
  const receiver = await openReceiver()
  const webhook = await givenWebhook(receiver.url)
  await publish(payout(webhook.person.id))
  await world.db.updateTable('accounts.user').set({ is_active: false }).where('id', '=', webhook.person.id).execute()
  await world.work()
  expect(receiver.received).toEqual([])
  await world.db.updateTable('accounts.user').set({ is_active: true }).where('id', '=', webhook.person.id).execute()
  await pass(1000)
  expect(receiver.received).toHaveLength(1)
})

test('a person has at most ten webhooks, also when they are created at the same time', async () => {
  const { api } = await givenWebhook('https://hooks.example.com/')
  const body = { url: 'https://hooks.example.com/', events: ['payout.made' as const] }
  const made = await Promise.allSettled(Array.from({ length: 12 }, () => api(contract.createWebhook, { body })))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  expect((await api(contract.listWebhooks, {})).items).toHaveLength(10)
})
