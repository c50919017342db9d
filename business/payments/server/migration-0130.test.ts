import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const MIGRATION = readFileSync('business/payments/server/migrations/0130_license_payments.sql', 'utf8')

/** The table as it was before the migration. */
const BEFORE = `
  alter table payments.payment drop constraint payment_says_what;
  drop index payments.one_claim_of_license, payments.payment_of_subscription;
  alter table payments.payment drop column license_type, drop column file_format, drop column subscription_id, add column subject text not null;
  create unique index one_claim on payments.payment (client_id, purpose, subject)
    where claimed_at is not null and state in ('created', 'approved');`

test('existing payments are filled in, and unknown subjects do not stop the migration', async () => {
  const { id: client_id } = await world.person('client')
  const [asset_id, subscription_id] = [randomUUID(), randomUUID()]
  await sql.raw(BEFORE).execute(world.db)
  const old = [
    ['license', `${asset_id}/extended`, asset_id],
    ['license', `${asset_id}/personal`, null],
    ['subscription', subscription_id, null],
    ['subscription', 'unknown', null]
  ]
  for (const [purpose, subject, asset] of old)
    await sql`insert into payments.payment (purpose, subject, client_id, asset_id, description, amount_cents, created_at)
      values (${purpose}, ${subject}, ${client_id}, ${asset}::uuid, 'Old', 1000, ${world.now()})`.execute(world.db)
  await sql.raw(MIGRATION).execute(world.db)
  const { rows } =
    await sql`select asset_id, license_type, subscription_id from payments.payment order by purpose, license_type, subscription_id`.execute(
      world.db
    )
  expect(rows).toEqual([
    { asset_id, license_type: 'extended', subscription_id: null },
    { asset_id, license_type: 'personal', subscription_id: null },
    { asset_id: null, license_type: null, subscription_id },
    { asset_id: null, license_type: null, subscription_id: null }
  ])
  // Old payments of any kind can still be updated.
  await sql`update payments.payment set state = 'failed', failed_at = created_at where subscription_id is not null or license_type is not null`.execute(
    world.db
  )
  const wrong = sql`insert into payments.payment (purpose, client_id, description, amount_cents, created_at)
    values ('license', ${client_id}, 'New', 1000, ${world.now()})`.execute(world.db)
  await expect(wrong).rejects.toThrow('payment_says_what')
})
