import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '#accounts/contract.ts'
import { createSession } from '#accounts/server/index.ts'
import { changeApplicant } from '#careers/contract.ts'
import { readClaim, sendClaimMessage, withdrawClaim } from '#claims/contract.ts'
import { sendContact } from '#help/contract.ts'
import { LASTING_DATA } from '#help/lasting-data.rules.ts'
import { RETENTION, type RetentionId } from '#help/retention.rules.ts'
import { requestFreeFile } from '#licensing/contract.ts'
import { recordPayout } from '#payroll/payouts.contract.ts'
import { toCents } from '#platform/contract/index.ts'
import { spend } from '#platform/server/index.ts'
import { deleteOld } from '#processes/retention.ts'
import { sendMessage } from '#requests/conversation.contract.ts'
import { decideAsset } from '#submissions/review.contract.ts'
import { cancelSubscription } from '#subscriptions/admin.contract.ts'
import { inviteToSeat, joinSeat } from '#subscriptions/seats.contract.ts'
import { applyWith, RESUME } from '../support/givens/applicants.ts'
import { givenAsset } from '../support/givens/catalogue.ts'
import { givenClaim } from '../support/givens/claims.ts'
import { expiringRequests } from '../support/givens/expiring-requests.ts'
import { givenKey } from '../support/givens/keys.ts'
import { boughtPlan, givenPlan, nowAs, quotedChange } from '../support/givens/plans.ts'
import { attach, attachmentRow, blockAttachment, givenRequest } from '../support/givens/requests.ts'
import { assetOnSale, boughtLicense, freshMarket, givenPrice, type Market } from '../support/givens/sales.ts'
import { uploadedAsset } from '../support/givens/submissions.ts'
import { EICAR } from '../support/servers/fake-clamd.ts'
import { IMPERSONAL } from './impersonal-tables.ts'

const DAY_MS = 86_400_000
const START = '2026-03-01T12:00:00Z'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

let last = 0
function fresh(word: string): string {
  last += 1
  return `${word}-${last}`
}
const freshEmail = () => `${fresh('someone')}@example.com`

const day = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS)
/** Runs the nightly job as if it were another day. */
const nightOf = (now: Date) => deleteOld({ ...market.ctx(), now })

/** Whether a query finds a row. */
const found = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length > 0
const someId = async (name = fresh('person')) => (await market.person('client', name)).id

async function applicant(status?: 'rejected' | 'hired'): Promise<string> {
  const email = freshEmail()
  const files = { resume: RESUME, gov_id: { ...RESUME, name: 'id.pdf' } }
  expect((await applyWith(market, { email }, files)).status).toBe(201)
  const { id } = await market.db.selectFrom('careers.applicant').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  if (status) await (await nowAs(market, 'admin'))(changeApplicant, { params: { id }, body: { status } })
  return id
}
const applicantRow = (id: string) => () => found(market.db.selectFrom('careers.applicant').select('id').where('id', '=', id))

async function contactMessage(more: object) {
  const subject = fresh('subject')
  await market.api(sendContact, { body: { name: 'Ada', email: freshEmail(), subject, message: 'May I print it?', ...more } })
  return () => found(market.db.selectFrom('help.contact_message').select('id').where('subject', '=', subject))
}

async function freeDownload(marketing_opt_in: boolean) {
  const email = freshEmail()
  const { id: asset_id } = await givenAsset(market)
  await market.db.updateTable('catalogue.asset').set({ is_free: true }).where('id', '=', asset_id).execute()
  await market.api(requestFreeFile, { body: { asset_id, email, marketing_opt_in } })
  return () => found(market.db.selectFrom('licensing.free_request').select('id').where('email', '=', email))
}

/** Gives an invitation to the team of a new owner, and accepts it if asked. */
async function seat({ is_accepted }: { is_accepted: boolean }) {
  const [owner, member] = [fresh('owner'), fresh('member')]
  const plan = await givenPlan(market, owner, { plan_name: 'Team' })
  const { email } = await market.person('client', member)
  const { id } = await (await nowAs(market, 'client', owner))(inviteToSeat, { body: { email } })
  if (is_accepted) await (await nowAs(market, 'client', member))(joinSeat, { params: { id } })
  return { plan_id: plan.id, isThere: () => found(market.db.selectFrom('subscriptions.seat').select('id').where('id', '=', id)) }
}

const registered = async () => {
  const email = freshEmail()
  await market.api(register, { body: { name: 'New', email, password: 'easel-test' } })
  return email
}

type IsThere = () => Promise<boolean>
const at = () => market.now()

/** Stores data of one kind, whose period starts now. The function that it returns says whether the data is still there. */
const GIVEN: Readonly<Record<RetentionId, () => Promise<IsThere>>> = {
  sessions: async () => {
    const user_id = await someId()
    await createSession(market.db, user_id, at())
    await market.db.updateTable('accounts.session').set({ expires_at: at() }).where('user_id', '=', user_id).execute()
    return () => found(market.db.selectFrom('accounts.session').select('id').where('user_id', '=', user_id))
  },
  codes: async () => {
    const user_id = await someId()
    await market.db.insertInto('accounts.verification_code').values({ user_id, code_hash: 'x', expires_at: at() }).execute()
    await market.db
      .insertInto('accounts.password_reset')
      .values({ user_id, token_hash: Buffer.from('x'), expires_at: at() })
      .execute()
    const tables = ['accounts.verification_code', 'accounts.password_reset'] as const
    return async () => {
      const left = await Promise.all(
        tables.map((table) => found(market.db.selectFrom(table).select('user_id').where('user_id', '=', user_id)))
      )
      expect(new Set(left).size).toBe(1)
      return left.includes(true)
    }
  },
  ...expiringRequests(() => market),
  mailings: async () => {
    const email = freshEmail()
    await market.db.insertInto('accounts.mailing').values({ kind: 'reset', email, sent_at: at() }).execute()
    return () => found(market.db.selectFrom('accounts.mailing').select('email').where('email', '=', email))
  },
  audit_entries: async () => {
    const entry = { occurred_at: at(), actor_id: null, action: 'user.registered', subject_kind: 'user', subject: await someId() }
    const { id } = await market.db
      .insertInto('accounts.audit_entry')
      .values({ ...entry, details: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return () => found(market.db.selectFrom('accounts.audit_entry').select('id').where('id', '=', id))
  },
  registrations: async () => {
    const email = await registered()
    return () => found(market.db.selectFrom('accounts.registration').select('id').where('email', '=', email))
  },
  unverified_accounts: async () => {
    const email = await registered()
    await market.mails()
    const { id } = await market.db.selectFrom('accounts.user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const origins = sql`select from accounts.audit_entry where subject = ${id} and details ?| array['ip', 'device']`
    return async () => {
      const is_there = await found(market.db.selectFrom('accounts.user').select('id').where('id', '=', id))
      expect((await origins.execute(market.db)).rows.length > 0).toBe(is_there)
      return is_there
    }
  },
  devices: async () => {
    const device = { user_id: await someId(), device_hash: Buffer.from(fresh('hash')) }
    await market.db
      .insertInto('accounts.device')
      .values({ ...device, first_seen_at: at(), last_seen_at: at() })
      .execute()
    return () => found(market.db.selectFrom('accounts.device').select('user_id').where('user_id', '=', device.user_id))
  },
  audit_origins: async () => {
    const subject = await someId()
    const details = JSON.stringify({ ip: '192.0.2.1', device: 'Firefox', fields: ['name'] })
    const entry = { actor_id: null, action: 'user.profile_changed', subject_kind: 'user', subject, details, occurred_at: at() }
    await market.db.insertInto('accounts.audit_entry').values(entry).execute()
    return async () => {
      const row = await market.db
        .selectFrom('accounts.audit_entry')
        .select('details')
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow()
      expect(row.details).toMatchObject({ fields: ['name'] })
      return Object.keys(row.details as object).length > 1
    }
  },
  rejected_applications: async () => applicantRow(await applicant('rejected')),
  undecided_applications: async () => applicantRow(await applicant()),
  hired_gov_ids: async () => {
    const id = await applicant('hired')
    const files = market.db.selectFrom('careers.applicant_file').select(['kind', 'file_key']).where('applicant_id', '=', id)
    const keys = (await files.execute()).filter(({ kind }) => kind === 'gov_id').map(({ file_key }) => file_key)
    return async () => {
      const left = (await files.execute()).map(({ kind }) => kind)
      expect(left).toContain('resume')
      await market.work()
      expect((await market.files.size(keys[0]!)) !== undefined).toBe(left.includes('gov_id'))
      return left.includes('gov_id')
    }
  },
  hired_applications: async () => applicantRow(await applicant('hired')),
  api_keys: async () => {
    market.at(START)
    const { id } = await givenKey(market, await market.person('client', fresh('developer')))
    await market.db.updateTable('developers.api_key').set({ expires_at: at() }).where('id', '=', id).execute()
    return () => found(market.db.selectFrom('developers.api_key').select('id').where('id', '=', id))
  },
  license_offers: async () => {
    const { id: asset_id } = await givenAsset(market)
    const sender_id = await someId()
    const agreed = { terms_version: '2026-11-22', limits: '{}', licensee_name: 'Ada', asset_title: 'Blue fox', artist_name: 'Ann' }
    const granted = { client_id: sender_id, asset_id, license_type: 'commercial' as const, price_cents: toCents(0), payment_id: null }
    const license = { ...agreed, ...granted, certificate_number: fresh('LIC'), created_at: at() }
    const { id: license_id } = await market.db.insertInto('licensing.license').values(license).returning('id').executeTakeFirstOrThrow()
    const offer = { license_id, sender_id, email: freshEmail(), token_hash: Buffer.from(license_id), offered_at: at(), ends_at: at() }
    await market.db.insertInto('licensing.transfer').values(offer).execute()
    return () => found(market.db.selectFrom('licensing.transfer').select('id').where('license_id', '=', license_id))
  },
  free_downloads: () => freeDownload(false),
  free_downloads_with_news: () => freeDownload(true),
  webhook_bodies: async () => {
    const id = fresh('WH')
    const body = JSON.stringify({ id, payer: { name: 'Ann' } })
    await market.db
      .insertInto('payments.webhook_event')
      .values({ id, event_type: 'X', body, received_at: at(), processed_at: at() })
      .execute()
    return async () => {
      const event = await market.db.selectFrom('payments.webhook_event').select('body').where('id', '=', id).executeTakeFirstOrThrow()
      return Object.keys(event.body as object).length > 0
    }
  },
  infected_attachments: async () => {
    const { id: request_id } = await givenRequest(market)
    const client = await market.person('client')
    const { body } = await attach(market, client.token, request_id, { name: 'brief.pdf', bytes: Buffer.concat([RESUME.bytes, EICAR]) })
    await (await nowAs(market, 'client'))(sendMessage, { params: { id: request_id }, body: { attachment_ids: [body.id] } })
    const refused = { ...(await attachmentRow(market, body.id)), id: randomUUID(), message_id: null }
    refused.file_key = `quarantine/requests/${request_id}/${refused.id}`
    await market.db.insertInto('requests.attachment').values(refused).execute()
    for (const id of [body.id, refused.id]) await blockAttachment(market, id)
    return async () => {
      await market.work()
      const left = await Promise.all([body.id, refused.id].map((id) => market.files.size(`quarantine/requests/${request_id}/${id}`)))
      const isThere = left.every((size) => size !== undefined)
      expect(left.some((size) => size !== undefined)).toBe(isThere)
      // The message still says that it had the file.
      expect((await attachmentRow(market, body.id)).message_id).not.toBeNull()
      expect(await found(market.db.selectFrom('requests.attachment').select('id').where('id', '=', refused.id))).toBe(isThere)
      return isThere
    }
  },
  infected_uploads: async () => {
    const original_key = `originals/${fresh('key')}`
    const { id: asset_id } = await givenAsset(market)
    await market.db
      .updateTable('catalogue.asset_file')
      .set({ original_key, scan_state: 'infected', status: 'failed', created_at: at() })
      .where('asset_id', '=', asset_id)
      .execute()
    await market.files.put(`quarantine/${original_key}`, EICAR, 'application/pdf')
    return async () => (await market.files.size(`quarantine/${original_key}`)) !== undefined
  },
  seat_invitations: async () => (await seat({ is_accepted: false })).isThere,
  change_quotes: async () => {
    const owner = fresh('owner')
    await boughtPlan(market, owner)
    const { quote_id } = await quotedChange(market, owner, 'team_monthly')
    return () => found(market.db.selectFrom('subscriptions.change_quote').select('id').where('id', '=', quote_id))
  },
  ended_seats: async () => {
    const { plan_id, isThere } = await seat({ is_accepted: true })
    await (await nowAs(market, 'admin'))(cancelSubscription, { params: { id: plan_id } })
    return isThere
  },
  claims: async () => {
    const { id: asset_id } = await givenAsset(market)
    const { id, token } = await givenClaim(market, asset_id)
    await market.api(sendClaimMessage, { params: { token }, body: { body: 'My address is 1 Main Street.' } })
    await market.api(withdrawClaim, { params: { token } })
    return async () => {
      const { name } = await market.db.selectFrom('claims.claim').select('name').where('id', '=', id).executeTakeFirstOrThrow()
      expect((await market.api(readClaim, { params: { token } })).messages.length > 0).toBe(name !== '')
      return name !== ''
    }
  },
  contact_messages: () => contactMessage({}),
  contact_spam: () => contactMessage({ website: 'http://x.example' }),
  webhook_deliveries: async () => {
    const user_id = await someId()
    const webhook = { user_id, url: 'https://hooks.example.com/', events: sql<never>`array['payout.made']`, created_at: at() }
    const { id: webhook_id } = await market.db.insertInto('developers.webhook').values(webhook).returning('id').executeTakeFirstOrThrow()
    const delivery = { webhook_id, type: 'payout.made', body: '{}', next_attempt_at: at(), created_at: at() } as const
    await market.db.insertInto('developers.delivery').values(delivery).execute()
    return () => found(market.db.selectFrom('developers.delivery').select('id').where('webhook_id', '=', webhook_id))
  },
  search_misses: async () => {
    const words = fresh('word')
    await market.db.insertInto('catalogue.search_miss').values({ words, last_at: at() }).execute()
    return () => found(market.db.selectFrom('catalogue.search_miss').select('id').where('words', '=', words))
  },
  dead_jobs: async () => {
    const data = JSON.stringify({ to: freshEmail() })
    await sql`insert into jobs.job (name, data, created_on) values ('dead-letters', ${data}, ${at()})`.execute(market.db)
    return async () =>
      (await sql`select from jobs.job where name = 'dead-letters' and data = ${data}::jsonb`.execute(market.db)).rows.length > 0
  },
  dead_secrets: async () => {
    const [secret, to] = [fresh('https://easel.test/reset'), freshEmail()]
    const data = JSON.stringify({ to, text: secret, expires_at: at().toISOString() })
    await sql`insert into jobs.job (name, data, state) values ('dead-letters', ${data}, 'created'), ('platform.send-mail', ${data}, 'failed')`.execute(
      market.db
    )
    return async () => (await sql`select from jobs.job where data ->> 'text' = ${secret}`.execute(market.db)).rows.length > 0
  },
  mailbox: async () => {
    const address = freshEmail()
    await sql`insert into platform.mailbox_message (received_at, mail_from, rcpt_to, raw) values (${at()}, 'x', array[${address}], '')`.execute(
      market.db
    )
    return async () => (await sql`select from platform.mailbox_message where ${address} = any(rcpt_to)`.execute(market.db)).rows.length > 0
  },
  use_counts: async () => {
    const key = fresh('key')
    await spend(market.ctx(), { key, most: 1, seconds: 3600 })
    return async () => (await sql`select from platform.use_count where key like ${`${key}/%`}`.execute(market.db)).rows.length > 0
  },
  idempotent_answers: async () => {
    const key = fresh('key')
    await sql`insert into platform.idempotent_answer (actor_id, endpoint, key, body_hash, status, started_at)
      values ('someone', 'POST /x', ${key}, 'h', 200, ${at()})`.execute(market.db)
    return async () => (await sql`select from platform.idempotent_answer where key = ${key}`.execute(market.db)).rows.length > 0
  }
}

// First, because a night in ten years ends everybody's sessions.
test('the ledger, payments, licenses, receipts, wages, payouts, and the audit log, then in files, stay for good', async () => {
  market.at(START)
  const buyer = fresh('buyer')
  const asset = await assetOnSale(market)
  await boughtLicense(market, asset.id, { client: buyer })
  await boughtPlan(market, fresh('subscriber'))
  await givenPrice(market, 'icon', '10', '4')
  const { asset_id } = await uploadedAsset(market)
  const admin = await nowAs(market, 'admin')
  await admin(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
  const { id: employee_id } = await market.person('employee')
  await admin(recordPayout, { body: { employee_id, amount: '1', payment_method: 'PayPal' } })
  const books = async () => {
    const { rows } = await sql`select
      (select count(*) from ledger.line) lines, (select count(*) from payments.payment) payments, (select count(*) from licensing.license) licenses,
      (select count(*) from subscriptions.period where receipt_number is not null) receipts, (select count(*) from payroll.wage) wages,
      (select count(*) from payroll.payout) payouts,
      (select count(*) from accounts.audit_entry where action not like 'applicant%') + (select coalesce(sum(last_position - first_position + 1), 0) from accounts.audit_archive) entries`.execute(
      market.db
    )
    return rows[0]
  }
  const before = await books()
  expect(Object.values(before as object).every((count) => Number(count) > 0)).toBe(true)
  await nightOf(day(new Date(START), 3650))
  expect(await books()).toEqual(before)
})

test.each(RETENTION)('$what are there the day before their end and gone the day after ($id)', async ({ id, days }) => {
  market.at(START)
  const isThere = await GIVEN[id]()
  const end = day(market.now(), days)
  await nightOf(day(end, -1))
  expect(await isThere()).toBe(true)
  await nightOf(day(end, 1))
  expect(await isThere()).toBe(false)
  // Nothing of what earlier tests left is old enough to confuse the next one.
  market.at(START)
})

test('a known PayPal notice is still known after its text is gone', async () => {
  const event = { id: fresh('WH'), event_type: 'X', body: '{"a":1}', received_at: new Date(START) }
  await market.db.insertInto('payments.webhook_event').values(event).execute()
  await nightOf(day(new Date(START), 200))
  const again = market.db.insertInto('payments.webhook_event').values(event)
  await expect(again.execute()).rejects.toThrow('duplicate key')
})

test('an unverified account that registers again in time stays, and one that staff gave something stays', async () => {
  market.at(START)
  const [again, given] = [await registered(), await registered()]
  await market.mails()
  const idOf = async (email: string) =>
    (await market.db.selectFrom('accounts.user').select('id').where('email', '=', email).executeTakeFirst())?.id
  const client_id = await idOf(given)
  await sql`insert into requests.request (client_id, title, description, category, status, created_at, updated_at)
    values (${client_id}, 'A logo', 'Round', 'logo', 'submitted', now(), now())`.execute(market.db)
  market.at(day(new Date(START), 6).toISOString())
  await market.api(register, { body: { name: 'New', email: again, password: 'another-test' } })
  await nightOf(day(new Date(START), 8))
  expect([await idOf(again), await idOf(given)]).toEqual([expect.any(String), client_id])
})

const PERSONAL_COLUMNS =
  '^(email|ip|user_agent|phone|location|rcpt_to|mail_from|raw|body|notes|message|details|data|description|words|reason|filename|comment|address|signature|.*_?(name|title|text))$'

test('every table with text that may be about people has a retention rule, or a reason to stay', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_schema || '.' || table_name as name from information_schema.columns
    where data_type in ('text', 'jsonb', 'bytea', 'ARRAY') and column_name ~ ${PERSONAL_COLUMNS}
      and table_schema not in ('pg_catalog', 'information_schema', 'jobs')`.execute(market.db)
  const named = new Set([...RETENTION, ...LASTING_DATA].flatMap(({ where }) => where.split(', ')))
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(({ name }) => name).filter((name) => !named.has(name) && !(name in IMPERSONAL))).toEqual([])
})
