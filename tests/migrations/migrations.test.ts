import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { checkoutUpTo, type EmptyDatabase, emptyDatabase, migrationFiles } from '../support/schema-stages.ts'

/** The last migration before the renaming of 0100 to 0156. */
const LAST_OLD = '0099'

const checkout = checkoutUpTo('0000')
let database: EmptyDatabase
let db: Db

beforeAll(async () => {
  database = await emptyDatabase()
  db = database.open()
})

afterAll(async () => {
  await database.drop()
  checkout.remove()
})

const CLIENT = randomUUID()
const ASSETS = { approved: randomUUID(), revised: randomUUID() }
const EARLY = randomUUID()
const PAYMENTS = { captured: randomUUID(), open: randomUUID(), renewal: randomUUID(), unknown: randomUUID() }
const PLANS = { free: randomUUID(), paid: randomUUID(), canceled: randomUUID() }

/** Rows of every table that the migrations 0100 to 0156 change, and some of the first tables. Each group enters as soon as its columns exist. */
const OLD_ROWS = `
  insert into accounts."user" (id, name, email, role, created_at) values ('${CLIENT}', 'Ann', 'ann@example.com', 'client', '2026-01-01');
  insert into accounts.session (token_hash, user_id, created_at, expires_at, ip, user_agent) values ('x', '${CLIENT}', '2026-01-01', '2026-01-02', '::1', 'x');

  insert into catalogue.asset (title, category, status, owner_id, created_at) values ('A cat', 'icon', 'pending', '${CLIENT}', '2026-01-01');

  insert into catalogue.asset (id, title, category, tags, status, owner_id, created_at, approved_at) values ('${EARLY}', 'A dog', 'icon', '{Dog}', 'approved', '${CLIENT}', '2026-01-01', '2026-01-02');

  insert into catalogue.asset (id, title, category, tags, status, owner_id, created_at, approved_at, licence_title, licence_url, licence_spdx)
    values ('${ASSETS.approved}', 'A bell', 'icon', '{Bell}', 'approved', '${CLIENT}', '2026-01-01', '2026-01-02', 'CC BY 4.0', 'https://example.com/by', 'CC-BY-4.0');
  insert into catalogue.asset (id, title, category, status, owner_id, created_at, mending_since)
    values ('${ASSETS.revised}', 'A tree', 'logo', 'rejected', '${CLIENT}', '2026-01-01', '2026-01-03');
  insert into catalogue.asset_file (asset_id, format, filename, content_type, bytes, sha256, original_key, status, picture_hash, described, created_at)
    values ('${ASSETS.approved}', 'png', 'bell.png', 'image/png', 5, repeat('a', 64), 'bell', 'ready', 42, 3, '2026-01-01');

  insert into payroll.wage_rule (category, wage_cents, license_price_cents, notes, created_at, updated_at)
    values ('icon', 100, 700, 'first', '2026-01-01', '2026-01-01'), ('logo', 300, 900, '', '2026-01-01', '2026-01-01');
  update payroll.wage_rule set license_price_cents = 800, updated_at = '2026-01-02' where category = 'icon';
  update payroll.wage_rule set wage_cents = 150, updated_at = '2026-01-03' where category = 'icon';
  delete from payroll.wage_rule where category = 'logo';
  insert into payroll.wage (asset_id, employee_id, category, amount_cents, earned_at, rule_version_id)
    select '${ASSETS.approved}', '${CLIENT}', category, wage_cents, '2026-01-02', id from payroll.wage_rule_version where category = 'icon' and version = 2;

  insert into subscriptions.subscription (id, owner_id, source, plan_type, plan_id, plan_name, price_cents, seats, downloads_limit, state, auto_renew, started_at, period_started_at, period_ends_at, access_ends_at, consented_at, created_at, cancelled_at, ended_at) values
    ('${PLANS.free}', '${CLIENT}', 'admin', 'free', null, 'Free', 0, 1, 5, 'active', false, '2026-01-01', '2026-01-01', null, null, null, '2026-01-01', null, null),
    ('${PLANS.paid}', '${CLIENT}', 'paypal', 'monthly', 'indiv_monthly', 'Individual', 1500, 1, 50, 'active', true, '2026-01-01', '2026-01-01', '2026-02-01', '2026-02-01', '2026-01-01', '2026-01-01', null, null),
    ('${PLANS.canceled}', '${CLIENT}', 'paypal', 'monthly', 'team_monthly', 'Team', 4900, 5, 200, 'ended', false, '2025-01-01', '2025-01-01', '2025-02-01', '2025-02-01', '2025-01-01', '2025-01-01', '2025-01-05', '2025-02-01');

  insert into payments.payment (id, purpose, subject, client_id, asset_id, description, amount_cents, state, provider_order_id, provider_capture_id, created_at, claimed_at, captured_at) values
    ('${PAYMENTS.captured}', 'license', '${ASSETS.approved}/commercial', '${CLIENT}', '${ASSETS.approved}', 'A bell', 1600, 'captured', 'O1', 'C1', '2026-01-02', '2026-01-02', '2026-01-02'),
    ('${PAYMENTS.open}', 'license', '${ASSETS.approved}/personal', '${CLIENT}', null, 'A bell', 800, 'approved', 'O2', null, '2026-01-02', '2026-01-02', null),
    ('${PAYMENTS.renewal}', 'subscription', '${PLANS.paid}', '${CLIENT}', null, 'Individual', 1500, 'captured', null, 'C3', '2026-01-01', null, '2026-01-01'),
    ('${PAYMENTS.unknown}', 'subscription', 'unknown', '${CLIENT}', null, 'Lost', 1500, 'captured', null, 'C4', '2026-01-01', null, '2026-01-01');

  insert into licensing.license (client_id, asset_id, license_type, price_cents, payment_id, certificate_number, created_at, terms_version, limits, licensee_name, asset_title, artist_name)
    values ('${CLIENT}', '${ASSETS.approved}', 'commercial', 1600, '${PAYMENTS.captured}', 'EL-1', '2026-01-02', '2026-11-21', '{"seats": 10}', 'Ann', 'A bell', 'Ann');

  insert into ledger.noted_head (position, hash, noted_at) values (1, sha256('b'), '2026-01-02');`

const rowsOf = async (query: string): Promise<unknown[]> => (await sql.raw(query).execute(db as Kysely<unknown>)).rows

/** Migrates one by one. After each migration, the groups of rows whose tables and columns exist now are inserted. Returns when each one was. */
async function growUp(last: string): Promise<string[]> {
  const entered: string[] = []
  let waiting = OLD_ROWS.split('\n\n')
  for (const file of migrationFiles().filter((name) => basename(name).slice(0, 4) <= last)) {
    checkout.link(file)
    expect(await migrate(db, checkout.root)).toEqual([basename(file, '.sql')])
    const left: string[] = []
    for (const group of waiting) {
      const isIn = await sql
        .raw(group)
        .execute(db)
        .then(
          () => true,
          () => false
        )
      if (isIn) entered.push(basename(file).slice(0, 4))
      else left.push(group)
    }
    waiting = left
  }
  expect(waiting).toEqual([])
  return entered
}

test('a database that got data at each stage reaches the newest schema with the same data', async () => {
  expect(await growUp(LAST_OLD)).toEqual(['0010', '0020', '0020', '0038', '0041', '0052', '0060', '0065', '0072'])
  const before = await rowsOf('select ordering, traits, assets from catalogue.stretch_count order by 1, 2')

  await migrate(db)

  expect(
    await rowsOf(
      'select title, status, license_title, license_url, license_spdx, revising_since is not null as revised, tags from catalogue.asset order by title'
    )
  ).toEqual([
    {
      title: 'A bell',
      status: 'approved',
      license_title: 'CC BY 4.0',
      license_url: 'https://example.com/by',
      license_spdx: 'CC-BY-4.0',
      revised: false,
      tags: ['Bell']
    },
    { title: 'A cat', status: 'pending', license_title: null, license_url: null, license_spdx: null, revised: false, tags: [] },
    { title: 'A dog', status: 'approved', license_title: null, license_url: null, license_spdx: null, revised: false, tags: ['Dog'] },
    { title: 'A tree', status: 'rejected', license_title: null, license_url: null, license_spdx: null, revised: true, tags: [] }
  ])
  expect(await rowsOf(`select word from catalogue.posting join catalogue.word word on word.id = word_id where word = 'dog'`)).toEqual([
    { word: 'dog' }
  ])
  expect(await rowsOf('select is_published from catalogue.asset_file')).toEqual([{ is_published: true }])
  expect(await rowsOf('select perceptual_hash::text, analysis_version from catalogue.asset_file')).toEqual([
    { perceptual_hash: '42', analysis_version: 3 }
  ])
  expect(await rowsOf('select ordering, traits, assets from catalogue.list_segment_count order by 1, 2')).toEqual(before)

  expect(await rowsOf('select category, price_cents::int from licensing.license_price')).toEqual([{ category: 'icon', price_cents: 800 }])
  expect(
    await rowsOf(`select version.category, version.version, wage_cents::int, price_cents::int, version.is_deleted
      from payroll.wage_rule_version version join licensing.license_price_version price on price.id = license_price_version_id order by 1, 2`)
  ).toEqual([
    { category: 'icon', version: 1, wage_cents: 100, price_cents: 700, is_deleted: false },
    { category: 'icon', version: 2, wage_cents: 100, price_cents: 800, is_deleted: false },
    { category: 'icon', version: 3, wage_cents: 150, price_cents: 800, is_deleted: false },
    { category: 'logo', version: 1, wage_cents: 300, price_cents: 900, is_deleted: false },
    { category: 'logo', version: 2, wage_cents: 300, price_cents: 900, is_deleted: true }
  ])
  expect(
    await rowsOf('select version.version from payroll.wage join payroll.wage_rule_version version on version.id = rule_version_id')
  ).toEqual([{ version: 2 }])

  expect(
    await rowsOf('select id, asset_id, license_type, file_format, subscription_id from payments.payment order by amount_cents, description')
  ).toEqual([
    { id: PAYMENTS.open, asset_id: ASSETS.approved, license_type: 'personal', file_format: null, subscription_id: null },
    { id: PAYMENTS.renewal, asset_id: null, license_type: null, file_format: null, subscription_id: PLANS.paid },
    { id: PAYMENTS.unknown, asset_id: null, license_type: null, file_format: null, subscription_id: null },
    { id: PAYMENTS.captured, asset_id: ASSETS.approved, license_type: 'commercial', file_format: null, subscription_id: null }
  ])
  expect(await rowsOf('select renewal_paused_at, renewal_due, next_price_cents from subscriptions.subscription')).toEqual(
    Array(3).fill({ renewal_paused_at: null, renewal_due: false, next_price_cents: null })
  )
  expect(await rowsOf('select count(*)::int from ledger.checkpoint')).toEqual([{ count: 1 }])
})

test('the migrated rows can still change', async () => {
  await sql
    .raw(`
    update catalogue.asset set status = 'pending', revising_since = null where id = '${ASSETS.revised}';
    update catalogue.asset set title = 'A bell, ringing' where id = '${ASSETS.approved}';
    update catalogue.asset_file set perceptual_hash = 43, analysis_version = 4;
    update payments.payment set state = 'refunded', refunded_at = now() where state = 'captured' and id <> '${PAYMENTS.unknown}';
    update licensing.license set status = 'revoked', ended_at = now();
    delete from payroll.wage_rule;
    select catalogue.split_list_segments(1);`)
    .execute(db)
  expect(await rowsOf("select sum(assets)::int as assets from catalogue.list_segment_count where ordering = 'title'")).toEqual([
    { assets: 4 }
  ])
  await expect(sql`delete from ledger.checkpoint`.execute(db)).rejects.toThrow()
})
