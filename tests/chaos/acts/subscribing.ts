import { randomUUID } from 'node:crypto'
import { checkOut } from '#licensing/contract.ts'
import { cancelRenewal, checkOutSubscription, confirmSubscription } from '#subscriptions/contract.ts'
import { PLAN_IDS } from '#subscriptions/rules.ts'
import type { Dice } from '#tests/faults/dice.ts'
import { atPayPal, type Person, repeat } from '../people.ts'
import type { Shop } from '../shop.ts'
import { answerOf, type Story } from '../story.ts'
import { download } from './buying.ts'
import '#subscriptions/server/tables.ts'

/** A client subscribes and may download with the plan and cancel its renewal. Plans renew when clocks go ahead. */
export async function subscribe(shop: Shop, story: Story, dice: Dice): Promise<void> {
  const client = dice.one(shop.subscribers)
  const plan_id = dice.one(PLAN_IDS)
  const [asset_id, width] = [dice.one(shop.on_sale), 40 + dice.below(40)]
  const [isUsed, isCanceled] = [dice.chance(0.7), dice.chance(0.3)]
  const who = `${client.email} subscribes to ${plan_id}`
  const key = { idempotency_key: randomUUID() }
  const order = () => client.api(checkOutSubscription, { body: { plan_id, renewal_consent: true } }, key)
  const started = answerOf(story, `${who}, checkout`, await repeat(order))
  if (!started) return
  const { sub_id, provider_subscription_id } = started
  const approve = () => atPayPal(shop.rig, `/subscriptions/${provider_subscription_id}/approve`)
  if (!answerOf(story, `${who}, approval`, await repeat(approve))) return
  const confirmKey = { idempotency_key: randomUUID() }
  const confirm = () => client.api(confirmSubscription, { params: { sub_id } }, confirmKey)
  const plan = answerOf(story, `${who}, confirmation`, await repeat(confirm))
  if (!plan?.is_active) return
  if (plan.sub_id === sub_id) promisePeriod(story, sub_id)
  if (isUsed) await downloadByPlan(shop, story, { client, asset_id, width })
  if (isCanceled && plan.sub_id === sub_id) await cancel(story, client, sub_id)
}

function promisePeriod({ promises }: Story, sub_id: string): void {
  promises.push({
    what: `the first period of plan ${sub_id}`,
    broken: async ({ db }) => {
      const plan = await db.selectFrom('subscriptions.subscription').select('started_at').where('id', '=', sub_id).executeTakeFirst()
      const periods = await db.selectFrom('subscriptions.period').select('id').where('subscription_id', '=', sub_id).execute()
      if (!plan?.started_at) return 'the plan has not started'
      return periods.length > 0 ? undefined : 'the plan has no paid period'
    }
  })
}

type Downloading = { client: Person; asset_id: string; width: number }

async function downloadByPlan({ rig }: Shop, story: Story, { client, asset_id, width }: Downloading): Promise<void> {
  const key = { idempotency_key: randomUUID() }
  const call = () => client.api(checkOut, { body: { asset_id, license_type: 'subscription', terms_accepted: true } }, key)
  const license_id = answerOf(story, `${client.email} uses the plan`, await repeat(call))?.license_id
  if (!license_id) return
  story.promises.push({
    what: `license ${license_id} of ${client.email} by plan`,
    broken: async ({ db }) => {
      const columns = ['client_id', 'subscription_id'] as const
      const license = await db.selectFrom('licensing.license').select(columns).where('id', '=', license_id).executeTakeFirst()
      return license?.client_id === client.id && license.subscription_id ? undefined : 'it does not exist'
    }
  })
  await download(rig, story, { client, license_id, width })
}

async function cancel(story: Story, client: Person, sub_id: string): Promise<void> {
  const call = () => client.api(cancelRenewal, {})
  const canceled = answerOf(story, `${client.email} cancels the renewal`, await repeat(call))
  if (canceled?.auto_renew !== false) return
  story.promises.push({
    what: `the end of the renewal of plan ${sub_id}`,
    broken: async ({ db, sandbox }) => {
      const columns = ['auto_renew', 'provider_subscription_id'] as const
      const plan = await db.selectFrom('subscriptions.subscription').select(columns).where('id', '=', sub_id).executeTakeFirst()
      if (plan?.auto_renew !== false) return 'it renews'
      const remote = sandbox.documents('subscription').find(({ id }) => id === plan.provider_subscription_id)
      return remote?.status === 'ACTIVE' ? 'PayPal still charges it' : undefined
    }
  })
}
