import { randomUUID } from 'node:crypto'
import type { Category } from '#catalogue/rules.ts'
import { checkOut } from '#licensing/contract.ts'
import type { LicenseType } from '#licensing/rules.ts'
import { capturePayment } from '#payments/contract.ts'
import { setWageRule } from '#payroll/contract.ts'
import { startPayPalSandbox } from '#sandbox/paypal/sandbox.ts'
import { freshWorld, type World } from '../world.ts'
import { type GivenAsset, givenAsset } from './catalogue.ts'

export type Market = World & Awaited<ReturnType<typeof openMarket>>

/** Creates a world with a PayPal sandbox on the same clock. Webhooks arrive by HTTP. */
export async function freshMarket(): Promise<Market> {
  const opened = await openMarket()
  return opened as Market
}

async function openMarket() {
  const credentials = { client_id: 'client', client_secret: randomUUID(), webhook_id: 'WEBHOOK1' }
  let clock = () => new Date('2026-03-01T12:00:00Z')
  const sandbox = await startPayPalSandbox({
    port: 0,
    file: ':memory:',
    clientId: credentials.client_id,
    clientSecret: credentials.client_secret,
    webhookId: credentials.webhook_id,
    retry: { attempts: 3, first_ms: 10 },
    now: () => clock()
  })
  const world = await freshWorld({ paypal: { ...credentials, base_url: sandbox.url } })
  clock = world.now
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  sandbox.setWebhookUrl(`${address}/api/payments/webhooks/paypal`)

  const drive = async (path: string): Promise<void> => {
    const answer = await fetch(`${sandbox.url}/sandbox${path}`, { method: 'POST' })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }

  return {
    ...world,
    address,
    sandbox,
    /** Performs what a person does at PayPal. */
    approve: (order_id: string) => drive(`/orders/${order_id}/approve`),
    decline: (order_id: string) => drive(`/orders/${order_id}/decline`),
    decideCapture: (capture_id: string, decision: 'complete' | 'deny') => drive(`/captures/${capture_id}/${decision}`),
    /** Waits until PayPal's webhooks have arrived and their jobs are done. */
    webhooksDone: async () => {
      await sandbox.settled()
      await world.work()
    },
    async end() {
      await sandbox.close()
      await world.end()
    }
  }
}

export async function givenPrice(world: World, category: Category, license_price: string, wage = '4'): Promise<void> {
  await (await world.as('admin'))(setWageRule, { body: { category, wage, license_price } })
}

/** Creates an approved asset in a category that has a price. */
export async function assetOnSale(world: World, asset: GivenAsset = {}, price = '10') {
  const made = await givenAsset(world, { category: 'icon', title: 'Blue fox', ...asset })
  await givenPrice(world, asset.category ?? 'icon', price)
  return made
}

/** Starts a checkout with something to pay, by a client of that name. */
export async function begunCheckout(world: World, asset_id: string, { client = 'client', type = 'personal' as LicenseType } = {}) {
  const answer = await (await world.as('client', client))(checkOut, { body: { asset_id, license_type: type } })
  if (!answer.payment_id || !answer.provider_order_id) throw new Error(`Nothing to pay: ${JSON.stringify(answer)}`)
  return { ...answer, payment_id: answer.payment_id, provider_order_id: answer.provider_order_id }
}

export const captureBy = async (world: World, payment_id: string, client = 'client') =>
  (await world.as('client', client))(capturePayment, { params: { payment_id }, body: {} })

/** Buys and pays for a license. */
export async function boughtLicense(market: Market, asset_id: string, options: { client?: string; type?: LicenseType } = {}) {
  const started = await begunCheckout(market, asset_id, options)
  await market.approve(started.provider_order_id)
  const { license_id, download_url } = await captureBy(market, started.payment_id, options.client)
  if (!license_id || !download_url) throw new Error('The capture granted no license.')
  return { ...started, license_id, download_url }
}
