import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { injectedApi } from '#processes/http/injected-api.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { auditLog } from '../../audit.contract.ts'
import { deleteUser, setRole } from '../../users.contract.ts'
import { audit } from '../index.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await freshWorld()
  admin = await world.person('admin', 'Ada Admin')
})
afterAll(() => world.end())

const log = (query: object = {}) => injectedApi(world.app, admin.token)(auditLog, { query })
type Given = { at?: string; action?: string; subject?: string; details?: object; actor_id?: string | null }

/** Inserts an entry at this time, with a subject of its own by default. */
async function given({
  at = '2026-02-01T12:00:00Z',
  action = 'asset.approved',
  subject = crypto.randomUUID(),
  details = {},
  actor_id = admin.id
}: Given) {
  const entry = {
    occurred_at: new Date(at),
    actor_id,
    action,
    subject_kind: action.split('.')[0]!,
    subject,
    details: JSON.stringify(details)
  }
  return world.db.insertInto('accounts.audit_entry').values(entry).returning('id').executeTakeFirstOrThrow()
}

describe('the list', () => {
  test('names the actor, the action, and the subject', async () => {
    const person = await world.person('client', 'Carl Client')
    await injectedApi(world.app, admin.token)(setRole, { params: { id: person.id }, body: { role: 'employee' } })
    const { items } = await log({ q: 'Carl Client' })
    expect(items).toMatchObject([
      {
        actor: { id: admin.id, name: 'Ada Admin', email: admin.email },
        action: 'user.role_changed',
        subject: { kind: 'user', id: person.id, label: 'Carl Client' },
        details: { from: 'client', to: 'employee' }
      }
    ])
  })

  test('labels other subjects with the title in the details, if any, and shows no actor for system actions', async () => {
    const [titled, untitled] = [await given({ details: { title: 'Red fox' } }), await given({ actor_id: null })]
    const { items } = await log({ page_size: 100 })
    expect(items.find(({ id }) => id === titled.id)?.subject.label).toBe('Red fox')
    expect(items.find(({ id }) => id === untitled.id)).toMatchObject({ actor: null, subject: { label: null } })
  })

  test('shows a deleted user as Deleted user', async () => {
    const person = await world.person('client', 'Soon gone')
    await injectedApi(world.app, admin.token)(deleteUser, { params: { id: person.id } })
    const { items } = await log({ q: person.id })
    expect(items).toMatchObject([{ action: 'user.deleted', subject: { label: 'Deleted user' } }])
  })

  test('is paged, newest first, and a page past the end is empty', async () => {
    const days = ['01', '03', '02']
    for (const day of days) await given({ action: 'paging.tried', at: `2026-01-${day}T12:00:00Z`, details: { day } })
    const page = async (number: number) => {
      const { items, total } = await log({ action: 'paging.tried', page: number, page_size: 2 })
      return { days: items.map(({ details }) => details['day']), total }
    }
    expect(await page(1)).toEqual({ days: ['03', '02'], total: 3 })
    expect(await page(2)).toEqual({ days: ['01'], total: 3 })
    expect(await page(3)).toEqual({ days: [], total: 3 })
  })

  test('is for admins only', async () => {
    await expect((await world.as('employee'))(auditLog, { query: {} })).rejects.toMatchObject({ status: 403 })
  })
})

describe('searching', () => {
  const found = async (query: object) => (await log({ page_size: 100, ...query })).items.map(({ id }) => id)

  test('matches the names and emails of actor and subject, the subject id, the action, and the details', async () => {
    const [actor, person] = [await world.person('admin', 'Quentin Quill'), await world.person('client', 'Paula Pound')]
    const { id } = await given({ action: 'user.searched', actor_id: actor.id, subject: person.id, details: { note: 'a 100%_sure thing' } })
    for (const q of ['quentin', actor.email, 'PAULA', person.email, person.id, 'user.searched', '100%_SURE'])
      expect({ q, found: await found({ q }) }).toEqual({ q, found: [id] })
    expect(await found({ q: '100_sure' })).toEqual([])
  })

  test('works when the text matches many people', async () => {
    await sql`insert into accounts."user" (name, email, role, created_at)
      select 'Multitude ' || n, 'multitude-' || n || '@example.com', 'client', now() from generate_series(1, 5001) n`.execute(world.db)
    const { id: last } = (await sql<{ id: string }>`select id from accounts."user" where name = 'Multitude 5001'`.execute(world.db))
      .rows[0]!
    const entry = await given({ action: 'crowd.moved', actor_id: last })
    expect(await found({ q: 'multitude' })).toEqual([entry.id])
  })

  test('filters by action and lists the actions in the log', async () => {
    const entry = await given({ action: 'zebra.painted' })
    expect(await found({ action: 'zebra.painted' })).toEqual([entry.id])
    expect(await found({ action: 'zebra' })).toEqual([])
    const { actions } = await log()
    expect(actions).toContain('zebra.painted')
    expect(actions).toEqual([...new Set(actions)].sort())
  })

  test('uses days in California, including start and excluding end', async () => {
    const action = 'day.tried'
    const [before, first, last, after] = [
      await given({ action, at: '2026-07-01T06:59:59Z' }),
      await given({ action, at: '2026-07-01T07:00:00Z' }),
      await given({ action, at: '2026-07-02T06:59:59Z' }),
      await given({ action, at: '2026-07-02T07:00:00Z' })
    ]
    expect(await found({ action, start: '2026-07-01', end: '2026-07-02' })).toEqual([last.id, first.id])
    expect(await found({ action, end: '2026-07-01' })).toEqual([before.id])
    expect(await found({ action, start: '2026-07-02' })).toEqual([after.id])
    await expect(log({ start: '0000-01-01' })).rejects.toMatchObject({ status: 422 })
  })
})

describe('the table', () => {
  const KEPT = 'the audit log is only added to'

  test('rejects updates, deletes, and truncation', async () => {
    const { id } = await given({ details: { title: 'Kept', ip: '192.0.2.1' } })
    const by = { table: sql.table('accounts.audit_entry'), id }
    const attempts = [
      sql`update ${by.table} set action = 'other' where id = ${id}`,
      sql`update ${by.table} set actor_id = null where id = ${id}`,
      sql`update ${by.table} set details = details - 'title' where id = ${id}`,
      sql`update ${by.table} set details = details || '{"title": "Other"}' where id = ${id}`,
      sql`delete from ${by.table} where id = ${id}`,
      sql`truncate ${by.table}`
    ]
    for (const attempt of attempts) await expect(attempt.execute(world.db)).rejects.toThrow(KEPT)
    await sql`update ${by.table} set details = details - array['ip', 'device'] where id = ${id}`.execute(world.db)
    const { items } = await log({ q: 'Kept' })
    expect(items).toMatchObject([{ id, details: { title: 'Kept' } }])
  })

  test('has no entry for an action that failed', async () => {
    const undone = world.db.transaction().execute(async (tx) => {
      await audit(tx, { actor_id: admin.id, action: 'user.undone', subject_kind: 'user', subject: admin.id })
      throw new Error('the action failed')
    })
    await expect(undone).rejects.toThrow('the action failed')
    expect((await log({ action: 'user.undone' })).total).toBe(0)
  })
})
