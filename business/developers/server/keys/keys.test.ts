import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { deleteProfile } from '#accounts/own-account.contract.ts'
import { KEY_SCOPES, type KeyScope } from '#platform/contract/index.ts'
import { givenKey } from '#tests/support/givens/keys.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createKey, deleteKey, limitKey, listKeys, listKeysOf } from '../../keys.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const YEAR = '2027-02-28T12:00:00.000Z'
const wanted = { name: 'Build server', scopes: ['catalogue'] as KeyScope[], expires_at: YEAR }

test('a key is shown once, begins with its prefix, and only its hash is stored', async () => {
  const client = await world.as('client', 'shown')
  const made = await client(createKey, { body: wanted })
  expect(made).toMatchObject({ ...wanted, allowed_origins: [], last_used_at: null, per_minute: 60, created_at: world.now().toISOString() })
  expect(made.key).toMatch(/^easel_[\w-]{43}$/)
  expect(made.key.startsWith(made.prefix)).toBe(true)
  expect(made.key.length - made.prefix.length).toBeGreaterThanOrEqual(22)
  const { key, ...shown } = made
  expect(await client(listKeys, {})).toEqual({ items: [shown] })
  const rows = await world.db.selectFrom('developers.api_key').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(key.slice(made.prefix.length))
})

test('its owner is mailed with how it begins, never with the key', async () => {
  const person = await world.person('employee', 'mailed')
  const made = await givenKey(world, person)
  const mail = (await world.mails()).find(({ to }) => to === person.email)
  expect(mail?.subject).toBe('An API key was made at Easel')
  expect(mail?.text).toContain(made.prefix)
  expect(JSON.stringify(mail)).not.toContain(made.key.slice(made.prefix.length))
})

const WRONG: [string, Record<string, unknown>, string][] = [
  ['no name', { name: ' ' }, 'name'],
  ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['admin'] }, 'scopes.0'],
  ['a scope twice', { scopes: ['icons', 'icons'] }, 'scopes'],
  ['an end in the past', { expires_at: '2026-02-28T12:00:00Z' }, 'expires_at'],
  ['the end of now', { expires_at: '2026-03-01T12:00:00Z' }, 'expires_at'],
  ['an end in 367 days', { expires_at: '2027-03-03T12:00:00Z' }, 'expires_at'],
  ['a day as its end', { expires_at: '2026-05-01' }, 'expires_at'],
  ['no end', { expires_at: undefined }, 'expires_at'],
  ['an origin twice', { allowed_origins: ['https://a.example', 'https://A.example:443'] }, 'allowed_origins'],
  ...[
    'null',
    '*',
    'a.example',
    'https://a.example/',
    'https://a.example/x',
    'https://me@a.example',
    'https://*.a.example',
    'ftp://a.example'
  ].map((origin): [string, Record<string, unknown>, string] => [`the origin ${origin}`, { allowed_origins: [origin] }, 'allowed_origins.0'])
]

test.each(WRONG)('%s is refused', async (_what, wrong, field) => {
  const client = await world.as('client', 'wrong')
  await expect(client(createKey, { body: { ...wanted, ...wrong } as typeof wanted })).rejects.toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } }
  })
})

test('the longest time is 366 days, and origins are stored as browsers send them', async () => {
  const client = await world.as('client', 'long')
  const body = { ...wanted, expires_at: '2027-03-02T12:00:00Z', allowed_origins: ['HTTPS://Shop.Example:443', 'http://localhost:5173'] }
  expect(await client(createKey, { body })).toMatchObject({ allowed_origins: ['https://shop.example', 'http://localhost:5173'] })
})

test('another person’s key is not found, and a deleted key is gone', async () => {
  const { id } = await givenKey(world, await world.person('client', 'holder'))
  const thief = await world.as('client', 'thief')
  await expect(thief(deleteKey, { params: { id } })).rejects.toMatchObject({ status: 404, body: { code: 'key_not_found' } })
  const holder = await world.as('client', 'holder')
  await holder(deleteKey, { params: { id } })
  expect(await holder(listKeys, {})).toEqual({ items: [] })
  await expect(holder(deleteKey, { params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('one person has at most 100 keys, also when many are made at once', async () => {
  const person = await world.person('client', 'collector')
  const row = { user_id: person.id, name: 'Old', prefix: 'easel_old', scopes: [...KEY_SCOPES], allowed_origins: [] }
  const times = { created_at: world.now(), expires_at: new Date(YEAR), last_used_at: null, window_start: null }
  const rows = Array.from({ length: 98 }, (_, n) => ({ ...row, ...times, key_hash: Buffer.alloc(32, n + 1) }))
  await world.db.insertInto('developers.api_key').values(rows).execute()
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => givenKey(world, person)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(givenKey(world, person)).rejects.toMatchObject({ status: 409, body: { code: 'too_many_keys' } })
})

test('an admin sees the keys of a person and sets their limit, with an entry in the audit log', async () => {
  const person = await world.person('client', 'busy')
  const { key, ...made } = await givenKey(world, person)
  const admin = await world.as('admin')
  expect(await admin(listKeysOf, { query: { user_id: person.id } })).toEqual({ items: [made] })
  expect(await admin(limitKey, { params: { id: made.id }, body: { per_minute: 600 } })).toEqual({ ...made, per_minute: 600 })
  const { items } = await admin(auditLog, { query: { q: 'api_key.limit_changed' } })
  expect(items.filter(({ action }) => action === 'api_key.limit_changed')).toMatchObject([
    { area: 'people', before: { per_minute: 60 }, after: { per_minute: 600 }, subject: { id: person.id } }
  ])
  for (const per_minute of [0, 1.5, 10_001])
    await expect(admin(limitKey, { params: { id: made.id }, body: { per_minute } })).rejects.toMatchObject({ status: 422 })
  await expect(admin(limitKey, { params: { id: person.id }, body: { per_minute: 5 } })).rejects.toMatchObject({ status: 404 })
  expect(key).toContain(made.prefix)
})

test('deleting the account deletes its keys', async () => {
  const person = await world.person('client', 'leaver')
  const { id } = await givenKey(world, person)
  await (await world.as('client', 'leaver'))(deleteProfile, { body: { email: person.email } })
  expect(await world.db.selectFrom('developers.api_key').select('id').where('id', '=', id).execute()).toEqual([])
})
