import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { SEND_ORDER_RECEIPT, SEND_RECEIPT } from '#licensing/server/jobs.ts'
import { GRANTS } from '#platform/contract/index.ts'
import type { Actor, Ctx } from '#platform/server/index.ts'
import { jobContext } from '#processes/part-registry.ts'
import { givenAsset } from '../support/givens/catalogue.ts'
import { assetOnSale, freshMarket, givenPrice } from '../support/givens/sales.ts'
import { mortalConnection, unreliablePayPal } from './crashes.ts'
import { countSent, createQueue, queue } from './queue.ts'

export type Shop = Awaited<ReturnType<typeof openShop>>
/** A webhook as PayPal sent it, with its signature. */
export type Sent = { headers: IncomingHttpHeaders; raw: Buffer; event: { id: string; event_type: string; resource: Resource } }
type Resource = {
  id: string
  billing_agreement_id?: string
  sale_id?: string
  purchase_units?: { reference_id: string }[]
  supplementary_data?: { related_ids: { order_id: string } }
  links?: { rel: string; href: string }[]
}

/** As many things as the largest order has lines: each asset is sold with three licenses. */
const ASSETS = 67
/** Opens a market whose process can be killed, whose PayPal calls fail, and whose webhooks get lost. */
export async function openShop({ clients }: { clients: number }) {
  const market = await freshMarket()
  const url = new URL(process.env['EASEL_TEST_PG']!)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(market.db)
  url.pathname = `/${rows[0]!.name}`
  const db = mortalConnection(url.href, 12)
  const ports = { ...market.ports, jobs: queue }
  vi.stubGlobal('fetch', unreliablePayPal(globalThis.fetch, market.sandbox.url))
  await createQueue(market.db)
  const assets: string[] = []
  assets.push((await assetOnSale(market)).id)
  await givenPrice(market, 'vector', '7.35')
  while (assets.length < ASSETS) {
    const category = assets.length % 3 === 0 ? 'vector' : 'icon'
    assets.push((await givenAsset(market, { category, title: `Asset ${assets.length}` })).id)
  }
  const admin = await market.person('admin')
  const people = await insertClients(market.db, clients)
  const post = await openPostOffice(market.sandbox)

  const ctx = (actor: Actor | null = null): Ctx => ({ ...jobContext({ db, ports, now: market.now })(), actor })
  return {
    ...market,
    assets,
    people,
    admin: actorOf(admin),
    ctx,
    post,
    receipts: () => countSent(market.db, SEND_RECEIPT, 'license_id'),
    order_receipts: () => countSent(market.db, SEND_ORDER_RECEIPT, 'order_id'),
    /** Moves the clock. Call it only while no call is running, because no call lasts for minutes. */
    pass: (minutes: number) => market.at(new Date(market.now().getTime() + minutes * 60_000).toISOString()),
    drive: async (path: string, body?: object): Promise<boolean> => {
      const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await fetch(`${market.sandbox.url}/sandbox${path}`, { method: 'POST', ...sent })).ok
    },
    async end() {
      vi.unstubAllGlobals()
      post.close()
      await db.destroy()
      await market.end()
    }
  }
}

function actorOf({ id, name, email, role }: Pick<Actor, 'id' | 'name' | 'email' | 'role'>): Actor {
  const session = {
    session_id: 'none',
    session_opened_at: new Date(0),
    proven_at: null,
    lacks_second_factor: false,
    remembered_origin: null
  }
  return { id, name, email, role, grants: role === 'admin' ? GRANTS : [], avatar_url: null, brand_color: null, ...session }
}

async function insertClients(db: Shop['db'], count: number): Promise<Actor[]> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    insert into accounts."user" (name, email, role, email_verified, created_at)
    select 'Client ' || n, 'client-' || n || '@example.com', 'client', true, '2026-01-01' from generate_series(1, ${count}::int) n
    returning id, name, email`.execute(db)
  return rows.map((row) => actorOf({ ...row, role: 'client' }))
}

/** Collects the sandbox's webhooks, so that the schedules can deliver them twice, late or never. */
async function openPostOffice(sandbox: { settled(): Promise<void>; setWebhookUrl(url: string): void }) {
  let arrived: Sent[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    arrived.push({ headers: request.headers, raw, event: JSON.parse(raw.toString()) })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  sandbox.setWebhookUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return {
    collect: async (): Promise<Sent[]> => {
      await sandbox.settled()
      const taken = arrived
      arrived = []
      return taken
    },
    close: () => server.close()
  }
}
