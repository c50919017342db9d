import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteWageRule, setWageRule } from '#payroll/contract.ts'
import { listenToPageChanges, type PageChanges } from '#processes/page-changes.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
let changes: PageChanges
let forgotten = 0
beforeAll(async () => {
  world = await freshWorld()
  const { listener } = world.ports
  const onChange = () => {
    forgotten += 1
  }
  changes = listenToPageChanges({ listener, now: world.now, nextFreeChange: async () => null, onChange })
  await vi.waitFor(() => expect(changes.generation()).toBeDefined(), { timeout: 10_000 })
})
afterAll(async () => {
  await changes.close()
  await world.end()
})

/** Does the work and waits until public pages are told to be forgotten; fails where they are not. */
async function expectForgotten(work: () => Promise<unknown>): Promise<void> {
  const [before, seen] = [changes.generation()!, forgotten]
  await work()
  await vi.waitFor(() => expect(changes.generation()).toBeGreaterThan(before), { timeout: 10_000 })
  expect(forgotten).toBeGreaterThan(seen)
}

/** Ends every connection of this database that listens, as a restart of PostgreSQL does. */
const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen %page_changes%'`.execute(world.db)

test('a price that is set, changed or taken away forgets the pages that show it', async () => {
  const admin = await world.as('admin')
  const set = (license_price: number) => admin(setWageRule, { body: { category: 'icon', wage: 1, license_price } })
  await expectForgotten(() => set(5))
  await expectForgotten(() => set(6))
  await expectForgotten(() => admin(deleteWageRule, { params: { category: 'icon' } }))
})

test('while the connection is lost nothing is kept; then changes are heard again', async () => {
  const before = changes.generation()!
  const seen = forgotten
  await cutListeners()
  await vi.waitFor(() => expect(changes.generation()).toBeUndefined(), { timeout: 10_000, interval: 10 })
  expect(forgotten).toBe(seen + 1)
  await vi.waitFor(() => expect(changes.generation()).toBeGreaterThan(before + 1), { timeout: 15_000 })
  await expectForgotten(async () => (await world.as('admin'))(setWageRule, { body: { category: 'icon', wage: 1, license_price: 7 } }))
})

test('a listener that was cut off again and again still hears', async () => {
  for (let round = 0; round < 2; round += 1) {
    await cutListeners()
    await vi.waitFor(() => expect(changes.generation()).toBeUndefined(), { timeout: 10_000, interval: 10 })
    await vi.waitFor(() => expect(changes.generation()).toBeDefined(), { timeout: 15_000 })
  }
  await expectForgotten(async () => (await world.as('admin'))(setWageRule, { body: { category: 'vector', wage: 1, license_price: 7 } }))
}, 60_000)
