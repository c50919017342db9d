import { randomUUID } from 'node:crypto'
import type { World } from '../world.ts'

type IsThere = () => Promise<boolean>

const found = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> => (await query.executeTakeFirst()) !== undefined

/** Stores what expires now of changed addresses, requests about stored data, prepared ZIPs, and consents. Each function that is returned says whether it is still there. */
export const expiringRequests = (world: () => World) => ({
  email_changes: async (): Promise<IsThere> => {
    const { db, now, person } = world()
    const { id: user_id } = await person('client', `changing ${randomUUID()}`)
    const change = { user_id, new_email: `${randomUUID()}@example.com`, asked_at: now(), expires_at: now() }
    await db.insertInto('accounts.email_change').values(change).execute()
    return () => found(db.selectFrom('accounts.email_change').select('user_id').where('user_id', '=', user_id))
  },
  data_exports: async (): Promise<IsThere> => {
    const { db, now } = world()
    const made = {
      id: randomUUID(),
      user_id: null,
      email: `${randomUUID()}@example.com`,
      asked_at: now(),
      made_at: now(),
      expires_at: now()
    }
    await db
      .insertInto('privacy.export')
      .values({ ...made, bytes: 1 })
      .execute()
    return () => found(db.selectFrom('privacy.export').select('id').where('id', '=', made.id))
  },
  data_requests: async (): Promise<IsThere> => {
    const { db, now } = world()
    const asked = { id: randomUUID(), email: 'ann@example.com', kind: 'export' as const, asked_at: now(), expires_at: now() }
    await db.insertInto('privacy.request').values(asked).execute()
    return () => found(db.selectFrom('privacy.request').select('id').where('id', '=', asked.id))
  },
  hand_overs: async (): Promise<IsThere> => {
    const { db, now, person } = world()
    const { id: owner_id } = await person('client', `licensee ${randomUUID()}`)
    const ready = { bytes: 1, made_at: now(), made_by: 1, ends_at: now() }
    const asked = { id: randomUUID(), owner_id, source: 'order', source_id: randomUUID(), asked_at: now() } as const
    await db
      .insertInto('licensing.hand_over')
      .values({ ...asked, ...ready, name: 'Launch', project: null, format: 'png', width: null, license_ids: [randomUUID()] })
      .execute()
    return () => found(db.selectFrom('licensing.hand_over').select('id').where('id', '=', asked.id))
  },
  withdrawn_consents: async (): Promise<IsThere> => {
    const { db, now } = world()
    const consent = { id: randomUUID(), email: 'ann@example.com', agreed_at: now(), words: 'News', source: 'free_download' as const }
    await db
      .insertInto('marketing.consent')
      .values({ ...consent, token: consent.id, withdrawn_at: now() })
      .execute()
    return () => found(db.selectFrom('marketing.consent').select('id').where('id', '=', consent.id))
  }
})
