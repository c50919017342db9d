import { randomUUID } from 'node:crypto'
import { checkOut, linkLicenseFile } from '#licensing/contract.ts'
import { LICENSE_TYPES } from '#licensing/rules.ts'
import { refundPayment } from '#payments/admin.contract.ts'
import { capturePayment } from '#payments/contract.ts'
import type { Dice } from '#tests/faults/dice.ts'
import { atPayPal, type Person, repeat } from '../people.ts'
import type { Rig } from '../rig.ts'
import type { Shop } from '../shop.ts'
import { answerOf, type Story, tell } from '../story.ts'

/** A client buys a license: checks out, approves at PayPal, and captures. Sometimes an admin refunds it. */
export async function buy(shop: Shop, story: Story, dice: Dice): Promise<void> {
  const { rig } = shop
  const client = dice.one(shop.clients)
  const order = { asset_id: dice.one(shop.on_sale), license_type: dice.one(LICENSE_TYPES) }
  const isRefunded = dice.chance(0.2)
  const who = `${client.email} buys ${order.license_type} ${order.asset_id.slice(0, 8)}`
  const key = { idempotency_key: randomUUID() }
  const started = answerOf(
    story,
    `${who}, checkout`,
    await repeat(() => client.api(checkOut, { body: { ...order, terms_accepted: true } }, key))
  )
  if (started?.license_id) promiseLicense(story, started.license_id, client)
  if (!started?.payment_id || !started.provider_order_id) return
  const { payment_id, provider_order_id } = started
  if (!answerOf(story, `${who}, approval`, await repeat(() => atPayPal(rig, `/orders/${provider_order_id}/approve`)))) return
  const license_id = await pay(story, { who, client, payment_id })
  if (license_id && isRefunded) await giveBack(shop, story, payment_id)
  else if (license_id) await download(rig, story, { client, license_id, width: 40 + dice.below(40) })
}

type Downloading = { client: Person; license_id: string; width: number }

/** Downloads a size that is usually rendered for this client. */
export async function download({ url }: Rig, story: Story, { client, license_id, width }: Downloading): Promise<void> {
  const link = () => client.api(linkLicenseFile, { params: { id: license_id }, query: { format: 'webp', width } })
  const linked = answerOf(story, `link to license ${license_id}`, await repeat(link))
  if (!linked) return
  const load = async () => {
    const answer = await fetch(new URL(new URL(linked.download_url, url).pathname + new URL(linked.download_url, url).search, url), {
      signal: AbortSignal.timeout(10_000)
    })
    const { byteLength } = await answer.arrayBuffer()
    if (answer.status >= 500) throw new Error(`The download answered ${answer.status}`)
    return { status: answer.status, bytes: byteLength }
  }
  const loaded = answerOf(story, `download of license ${license_id}`, await repeat(load))
  if (loaded) tell(story, `download of license ${license_id}: ${loaded.status}, ${loaded.bytes} bytes`)
}

type Paying = { who: string; client: Person; payment_id: string }

async function pay(story: Story, { who, client, payment_id }: Paying): Promise<string | undefined> {
  const key = { idempotency_key: randomUUID() }
  const call = () => client.api(capturePayment, { params: { payment_id }, body: {} }, key)
  const paid = answerOf(story, `${who}, capture`, await repeat(call))
  if (paid?.status !== 'captured' || !paid.license_id) return undefined
  promiseLicense(story, paid.license_id, client)
  return paid.license_id
}

async function giveBack({ admins: [admin] }: Shop, story: Story, payment_id: string): Promise<void> {
  if (!admin) return
  const key = { idempotency_key: randomUUID() }
  const call = () => admin.api(refundPayment, { params: { id: payment_id }, body: { reason: 'As asked' } }, key)
  if (!answerOf(story, `refund of ${payment_id}`, await repeat(call))) return
  story.promises.push({
    what: `the refund of payment ${payment_id}`,
    broken: async ({ db }) => {
      const { state } = await db.selectFrom('payments.payment').select('state').where('id', '=', payment_id).executeTakeFirstOrThrow()
      return state === 'refunded' ? undefined : `the payment is ${state}`
    }
  })
}

function promiseLicense({ promises }: Story, id: string, { id: client_id, email }: Person): void {
  promises.push({
    what: `license ${id} of ${email}`,
    broken: async ({ db, mail }) => {
      const license = await db.selectFrom('licensing.license').selectAll().where('id', '=', id).executeTakeFirst()
      if (license?.client_id !== client_id) return 'it does not exist'
      const isMailed = mail.arrived.some(({ to, text }) => to === email && text.includes(license.certificate_number))
      return isMailed ? undefined : 'its receipt never arrived'
    }
  })
}
