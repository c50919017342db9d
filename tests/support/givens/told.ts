import { createWebhook } from '#developers/webhooks.contract.ts'
import { EVENT_TYPES } from '#developers/webhooks.rules.ts'
import { nowAs } from './plans.ts'
import { freshMarket, type Market } from './sales.ts'

export type Told = { name: string; type: string; data: Record<string, unknown> }

export type ToldMarket = Market & {
  /** Does something a second later, and returns who was told of what, by type and then by name. */
  toldBy(act: () => Promise<unknown>): Promise<Told[]>
}

/** A market in which these people have a webhook for every event. Nothing is delivered: what would be is looked at. */
export async function toldMarket(people: { clients?: readonly string[]; artists?: readonly string[] }): Promise<ToldMarket> {
  const market = await freshMarket()
  const subscribe = async (role: 'client' | 'employee', name: string) =>
    (await nowAs(market, role, name))(createWebhook, { body: { url: 'http://93.184.216.34/hook', events: [...EVENT_TYPES] } })
  for (const name of people.clients ?? []) await subscribe('client', name)
  for (const name of people.artists ?? []) await subscribe('employee', name)

  async function toldBy(act: () => Promise<unknown>): Promise<Told[]> {
    await market.db.deleteFrom('developers.delivery').execute()
    market.at(new Date(market.now().getTime() + 1000).toISOString())
    await act()
    const rows = await market.db
      .selectFrom('developers.delivery as delivery')
      .innerJoin('developers.webhook as webhook', 'webhook.id', 'delivery.webhook_id')
      .innerJoin('accounts.user as person', 'person.id', 'webhook.user_id')
      .select(['person.name', 'delivery.type', 'delivery.body'])
      .orderBy('delivery.type')
      .orderBy('person.name')
      .execute()
    return rows.map(({ name, type, body }) => ({ name, type, data: (JSON.parse(body) as { data: Told['data'] }).data }))
  }
  return { ...market, toldBy }
}
