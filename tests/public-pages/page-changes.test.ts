import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteWageRule, setWageRule } from '#payroll/contract.ts'
import { listenToPageChanges, type PageChanges } from '#processes/http/public/page-changes.ts'
import { freshWorld, type World } from '../support/world.ts'

let world: World
let changes: PageChanges
let cleared = 0
beforeAll(async () => {
  world = await freshWorld()
  const { listener } = world.ports
  const onChange = () => {
    cleared += 1
  }
  changes = listenToPageChanges({ listener, now: world.now, nextFreeChange: async () => null, onChange })
  await vi.waitFor(() => expect(changes.generation()).toBeDefined(), { timeout: 10_000 })
})
afterAll(async () => {
  await changes.close()
  await world.end()
})

/** Does the work and expects the cache of public pages to be cleared. */
async function expectCleared(work: () => Promise<unknown>): Promise<void> {
  const [before, seen] = [changes.generation()!, cleared]
  await work()
  await vi.waitFor(() => expect(changes.generation()).toBeGreaterThan(before), { timeout: 10_000 })
  expect(cleared).toBeGreaterThan(seen)
}

/** Closes every listening connection of this database, as a restart of PostgreSQL does. */
const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen %page_changes%'`.execute(world.db)

test('setting, changing or deleting a price clears the cached pages', async () => {
  const admin = await world.as('admin')
  const set = (license_price: number) => admin(setWageRule, { body: { category: 'icon', wage: 1, license_price } })
  await expectCleared(() => set(5))
  await expectCleared(() => set(6))
  await expectCleared(() => admin(deleteWageRule, { params: { category: 'icon' } }))
})

test('no pages are cached without a connection, and changes are received again after reconnecting', async () => {
  const before = changes.generation()!
  const seen = cleared
  await cutListeners()
  await vi.waitFor(() => expect(changes.generation()).toBeUndefined(), { timeout: 10_000, interval: 10 })
  expect(cleared).toBe(seen + 1)
  await vi.waitFor(() => expect(changes.generation()).toBeGreaterThan(before + 1), { timeout: 15_000 })
  await expectCleared(async () => (await world.as('admin'))(setWageRule, { body: { category: 'icon', wage: 1, license_price: 7 } }))
})

test('a listener that is disconnected repeatedly still receives changes', async () => {
  for (let round = 0; round < 2; round += 1) {
    await cutListeners()
    await vi.waitFor(() => expect(changes.generation()).toBeUndefined(), { timeout: 10_000, interval: 10 })
    await vi.waitFor(() => expect(changes.generation()).toBeDefined(), { timeout: 15_000 })
  }
  await expectCleared(async () => (await world.as('admin'))(setWageRule, { body: { category: 'vector', wage: 1, license_price: 7 } }))
}, 60_000)
