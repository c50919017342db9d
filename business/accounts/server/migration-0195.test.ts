import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createUser } from './index.ts'

const MIGRATION = `${import.meta.dirname}/migrations/0195_demo_accounts.sql`

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

test('the accounts that an earlier version seeded are marked, and no others', async () => {
  const account = { name: 'Someone', role: 'client', password: 'longenough', email_verified: true } as const
  for (const email of ['admin@easel.test', 'library@easel.test', 'ann@easel.test', 'admin@example.com'])
    await createUser(world.db, { ...account, email })
  await sql`alter table accounts."user" drop column is_demo`.execute(world.db)
  await sql.raw(readFileSync(MIGRATION, 'utf8')).execute(world.db)
  const marked = await world.db.selectFrom('accounts.user').select('email').where('is_demo', '=', true).orderBy('email').execute()
  expect(marked).toEqual([{ email: 'admin@easel.test' }, { email: 'library@easel.test' }])
})
