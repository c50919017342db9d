import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLicenses } from '#licensing/contract.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { auditLog } from '../../audit.contract.ts'
import { authMe, login } from '../../contract.ts'
import { deleteUser, listUsers, setRole, setStatus, signOutUser } from '../../users.contract.ts'
import { audit, createUser, findUser } from '../index.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await freshWorld()
  admin = await world.person('admin', 'Ada Admin')
})
afterAll(() => world.end())

const asAdmin = () => injectedApi(world.app, admin.token)
const remove = (id: string) => asAdmin()(deleteUser, { params: { id } })

/** Returns every table that contains the text, except the jobs: they hold the last email for a week. */
async function tablesWith(words: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'jobs')`.execute(world.db)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } =
      await sql`select from ${sql.raw(name)} as entry where position(lower(${words}) in lower(to_jsonb(entry)::text)) > 0 limit 1`.execute(
        world.db
      )
    if (rows.length > 0) found.push(name)
  }
  return found
}

const EVERYWHERE = ['Zacharias Zumstein', 'zacharias-zumstein-client@example.com', '203.0.113.77', 'Netscape on BeOS']

test('deletion erases a person from every table and keeps the row for the books', async () => {
  const person = await world.person('client', 'Zacharias Zumstein')
  const { db } = world
  const asset = await givenAsset(world)
  const at = { created_at: world.now(), expires_at: new Date('2030-01-01') }
  const from = { ip: '203.0.113.77', device: 'Netscape on BeOS' }
  const bytes = Buffer.from('zumstein')
  await db
    .insertInto('accounts.session')
    .values({ user_id: person.id, token_hash: bytes, ...at, last_seen_at: at.created_at, ip: from.ip, user_agent: from.device })
    .execute()
  await db.insertInto('accounts.password_reset').values({ user_id: person.id, token_hash: bytes, expires_at: at.expires_at }).execute()
  await db.insertInto('accounts.verification_code').values({ user_id: person.id, code_hash: 'hash', expires_at: at.expires_at }).execute()
  await db
    .insertInto('accounts.device')
    .values({ user_id: person.id, device_hash: bytes, first_seen_at: world.now(), last_seen_at: world.now() })
    .execute()
  const waiting = { email: person.email, name: person.name, password_hash: 'hash', browser_hash: bytes, created_at: world.now() }
  await db.insertInto('accounts.registration').values(waiting).execute()
  await db.insertInto('accounts.mailing').values({ kind: 'reset', email: person.email, sent_at: world.now() }).execute()
  await db
    .insertInto('licensing.free_request')
    .values({ asset_id: asset.id, email: person.email, marketing_opt_in: true, created_at: world.now() })
    .execute()
  await sql`insert into platform.idempotent_answer (actor_id, endpoint, key, body_hash, answer)
    values (${person.id}, 'POST /x', 'key', 'hash', ${JSON.stringify({ to: person.email })})`.execute(db)
  await audit(db, {
    actor_id: person.id,
    action: 'user.signed_in',
    subject_kind: 'user',
    subject: person.id,
    details: { ...from, kept: 1 }
  })
  await audit(db, { actor_id: null, action: 'user.reset_requested', subject_kind: 'user', subject: person.id, details: from })
  const asked = { email: person.email, asked_at: world.now() }
  await db
    .insertInto('privacy.export')
    .values({ ...asked, user_id: person.id })
    .execute()
  await db
    .insertInto('privacy.request')
    .values({ ...asked, kind: 'export', expires_at: at.expires_at })
    .execute()
  const consent = { email: person.email, agreed_at: world.now(), words: 'News', source: 'free_download', token: 'zumstein' } as const
  await db.insertInto('marketing.consent').values(consent).execute()
  const undo = { user_id: person.id, old_email: person.email, new_email: 'x@example.com', changed_at: world.now() }
  await db
    .insertInto('accounts.email_undo')
    .values({ ...undo, token_hash: bytes, expires_at: at.expires_at })
    .execute()
  expect(await tablesWith(person.email)).toHaveLength(9)

  await remove(person.id)
  for (const words of EVERYWHERE) expect({ words, tables: await tablesWith(words) }).toEqual({ words, tables: [] })
  expect(await findUser(db, person.id)).toMatchObject({
    name: 'Deleted user',
    email: `deleted-${person.id}@deleted.invalid`,
    is_active: false,
    avatar_url: null,
    brand_color: null
  })
  const entries = await db
    .selectFrom('accounts.audit_entry')
    .select(['action', 'details'])
    .where('subject', '=', person.id)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'user.signed_in', details: { kept: 1 } },
    { action: 'user.reset_requested', details: {} },
    { action: 'user.deleted', details: {} }
  ])
})

test('the last email says that the account was deleted', async () => {
  const person = await world.person('client', 'Last mail')
  await remove(person.id)
  expect((await world.mails()).filter(({ to }) => to === person.email)).toMatchObject([{ subject: 'Your Easel account was deleted' }])
})

test('a deleted user has no sessions, is on no list, cannot sign in, and cannot be changed', async () => {
  const person = await world.person('client', 'Gone')
  const api = injectedApi(world.app, person.token)
  await api(listLicenses, { query: {} })
  await remove(person.id)
  await expect(api(authMe, {})).rejects.toMatchObject({ status: 401 })
  const signIn = world.api(login, { body: { email: person.email, password: world.password } })
  await expect(signIn).rejects.toMatchObject({ body: { code: 'wrong_credentials' } })
  for (const q of [person.email, 'Deleted user', person.id])
    expect(await asAdmin()(listUsers, { query: { q } })).toMatchObject({ total: 0 })
  const params = { id: person.id }
  const gone = { status: 404, body: { code: 'user_not_found' } }
  await expect(remove(person.id)).rejects.toMatchObject(gone)
  await expect(asAdmin()(setRole, { params, body: { role: 'admin' } })).rejects.toMatchObject(gone)
  await expect(asAdmin()(setStatus, { params, body: { is_active: true } })).rejects.toMatchObject(gone)
  await expect(asAdmin()(signOutUser, { params })).rejects.toMatchObject(gone)
})

test('two parallel deletions delete once', async () => {
  const { id } = await world.person('client', 'Twice')
  const outcomes = await Promise.allSettled([remove(id), remove(id), remove(id)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { items } = await asAdmin()(auditLog, { query: { q: id, action: 'user.deleted' } })
  expect(items).toHaveLength(1)
})

test('a deleted user’s address can be registered again', async () => {
  const person = await world.person('employee', 'Phoenix')
  await remove(person.id)
  const { name, email, role } = person
  const again = await createUser(world.db, { name, email, role, password: world.password, email_verified: true })
  expect(again.id).not.toBe(person.id)
  await remove(again.id)
})

test('a failure in another part rolls back the whole deletion', async () => {
  const person = await world.person('client', 'Kept whole')
  const { erase } = world.ports.people
  world.ports.people.erase = [...erase, async () => Promise.reject(new Error('a part could not erase'))]
  await expect(remove(person.id)).rejects.toMatchObject({ status: 500 })
  world.ports.people.erase = erase
  expect(await findUser(world.db, person.id)).toMatchObject({ name: 'Kept whole', is_active: true })
  expect(await injectedApi(world.app, person.token)(authMe, {})).toMatchObject({ role: 'client' })
})
