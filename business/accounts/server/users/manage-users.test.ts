import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { injectedApi } from '#processes/http/injected-api.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { authMe, login } from '../../contract.ts'
import { deleteUser, listUsers, setRole, setStatus, signOutUser } from '../../users.contract.ts'
import { createSession, createUser } from '../index.ts'

let world: World
let admin: Person
let mails: number
beforeAll(async () => {
  world = await freshWorld()
  admin = await world.person('admin', 'Ada Admin')
})
afterAll(() => world.end())
beforeEach(async () => {
  mails = (await world.mails()).length
})

let made = 0
function someone(role: Person['role'] = 'client'): Promise<Person> {
  made += 1
  return world.person(role, `Someone ${made}`)
}
const asAdmin = () => injectedApi(world.app, admin.token)
const by = ({ token }: Person) => injectedApi(world.app, token)
const newMails = async () => (await world.mails()).slice(mails)
const whoIs = ({ token }: Person) => injectedApi(world.app, token)(authMe, {})
const entriesOf = (id: string) => world.db.selectFrom('accounts.audit_entry').selectAll().where('subject', '=', id).orderBy('id').execute()
const rowOf = (id: string) => world.db.selectFrom('accounts.user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const refused = (status: number, code: string) => ({ status, body: { code } })
const NOBODY = '00000000-0000-4000-8000-000000000000'

describe('listing', () => {
  const listed = async (query: object) => (await asAdmin()(listUsers, { query })).items
  const names = async (query: object) => (await listed(query)).map(({ name }) => name)

  test('matches part of a name or email, ignoring case, and treats % and _ literally', async () => {
    const percent = await world.person('client', '100% Émile_Zola')
    await world.person('client', '100 Emile Zola')
    expect(await names({ q: 'émile_z' })).toEqual([percent.name])
    expect(await names({ q: '0% ' })).toEqual([percent.name])
    expect(await names({ q: 'EMILE-ZOLA-CLIENT@' })).toEqual(['100 Emile Zola'])
    expect(await names({ q: '\\' })).toEqual([])
  })

  test('filters by role and by status', async () => {
    const [artist, gone] = [await world.person('employee', 'Filtered'), await world.person('client', 'Filtered')]
    await asAdmin()(setStatus, { params: { id: gone.id }, body: {} })
    const ids = async (query: object) => (await listed({ q: 'Filtered', ...query })).map(({ id }) => id)
    expect(await ids({ role: 'employee' })).toEqual([artist.id])
    expect(await ids({ status: 'inactive' })).toEqual([gone.id])
    expect(await ids({ status: 'active' })).toEqual([artist.id])
    expect(await ids({ role: 'admin' })).toEqual([])
    expect(await ids({ role: '', status: '' })).toHaveLength(2)
  })

  test('returns pages, newest first, with a total; a page past the end is empty', async () => {
    for (const day of [1, 2, 3])
      await createUser(world.db, {
        name: `Paged ${day}`,
        email: `paged-${day}@example.com`,
        role: 'client',
        password: 'easel-test',
        email_verified: true,
        created_at: new Date(`2026-01-0${day}T00:00:00Z`)
      })
    const page = (page: number) => asAdmin()(listUsers, { query: { q: 'paged-', page, page_size: 2 } })
    expect(await page(1)).toMatchObject({ items: [{ name: 'Paged 3' }, { name: 'Paged 2' }], total: 3, page: 1, page_size: 2 })
    expect(await page(2)).toMatchObject({ items: [{ name: 'Paged 1' }], total: 3 })
    expect(await page(3)).toMatchObject({ items: [], total: 3 })
  })

  test('shows when a user was last seen, from the newest current session', async () => {
    const person = await someone()
    const seen = async () => (await listed({ q: person.email }))[0]?.last_seen_at
    await createSession(world.db, person.id, new Date(world.now().getTime() - 40 * 86_400_000))
    expect(await seen()).toBe(world.now().toISOString())
    await asAdmin()(signOutUser, { params: { id: person.id } })
    expect(await seen()).toBeNull()
  })

  test('exports the filtered users as a CSV file that is safe for spreadsheets', async () => {
    const person = await world.person('client', '=Csv()')
    await world.person('employee', '=Csv()')
    const get = (url: string, { token }: Person) => world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    const { headers, body } = await get('/api/admin/users.csv?q=%3Dcsv&role=client', admin)
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'private, no-store' })
    const [head, ...lines] = body.trim().split('\r\n')
    expect(head).toContain('id,name,email,role,status,email_verified,created_at,last_seen_at')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`"${person.id}","'=Csv()",`)
    expect((await get('/api/admin/users.csv', person)).statusCode).toBe(403)
    expect((await entriesOf('users')).map(({ action, details }) => [action, details])).toEqual([
      ['report.exported', { role: 'client', status: 'all', rows: 1 }]
    ])
  })

  test('is for admins only', async () => {
    await expect(by(await someone())(listUsers, { query: {} })).rejects.toMatchObject({ status: 403 })
    await expect(world.api(listUsers, { query: {} })).rejects.toMatchObject({ status: 401 })
  })
})

describe('changing a role', () => {
  test('takes effect with the next call, is emailed and logged', async () => {
    const person = await someone()
    const answer = await asAdmin()(setRole, { params: { id: person.id }, body: { role: 'employee' } })
    expect(answer).toMatchObject({ id: person.id, role: 'employee', email: person.email })
    expect(await whoIs(person)).toMatchObject({ role: 'employee' })
    expect(await entriesOf(person.id)).toMatchObject([
      { action: 'user.role_changed', actor_id: admin.id, subject_kind: 'user', details: { from: 'client', to: 'employee' } }
    ])
    expect(await newMails()).toMatchObject([{ to: person.email, subject: 'Your role at Easel has changed' }])
  })

  test('to the same role changes nothing and is neither logged nor emailed', async () => {
    const person = await someone('employee')
    expect(await asAdmin()(setRole, { params: { id: person.id }, body: { role: 'employee' } })).toMatchObject({ role: 'employee' })
    expect(await entriesOf(person.id)).toEqual([])
    expect(await newMails()).toEqual([])
  })

  test('sent twice in parallel is applied once', async () => {
    const person = await someone()
    await Promise.all([1, 2, 3, 4].map(() => asAdmin()(setRole, { params: { id: person.id }, body: { role: 'employee' } })))
    expect(await entriesOf(person.id)).toHaveLength(1)
  })

  test('is refused for an unknown role and an unknown user', async () => {
    const { id } = await someone()
    const odd = asAdmin()(setRole, { params: { id }, body: { role: 'user' as 'client' } })
    await expect(odd).rejects.toMatchObject({ status: 422 })
    const nobody = asAdmin()(setRole, { params: { id: NOBODY }, body: { role: 'client' } })
    await expect(nobody).rejects.toMatchObject(refused(404, 'user_not_found'))
  })

  test('no email goes to an unverified address', async () => {
    const person = {
      name: 'Unproved',
      email: 'unproved@example.com',
      role: 'client' as const,
      password: 'easel-test',
      email_verified: false
    }
    const { id } = await createUser(world.db, person)
    await asAdmin()(setRole, { params: { id }, body: { role: 'employee' } })
    expect(await newMails()).toEqual([])
  })
})

describe('deactivating', () => {
  test('toggles with an empty body and sets with is_active', async () => {
    const { id } = await someone()
    const put = async (payload?: object) => {
      const headers = { authorization: `Bearer ${admin.token}` }
      const answer = await world.app.inject({ method: 'PUT', url: `/api/admin/users/${id}/status`, headers, ...(payload && { payload }) })
      return (answer.json() as { is_active: boolean }).is_active
    }
    expect(await put()).toBe(false)
    expect(await put({})).toBe(true)
    expect(await put({ is_active: true })).toBe(true)
    expect(await put({ is_active: false })).toBe(false)
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['user.deactivated', 'user.activated', 'user.deactivated'])
  })

  test('ends every session, invalidates reset links, and emails the reason', async () => {
    const person = await someone()
    const second = { ...person, ...(await createSession(world.db, person.id, world.now())) }
    const reset = { user_id: person.id, token_hash: Buffer.from('one'), expires_at: new Date('2030-01-01') }
    await world.db.insertInto('accounts.password_reset').values(reset).execute()
    await asAdmin()(setStatus, { params: { id: person.id }, body: { is_active: false } })
    for (const one of [person, second]) await expect(whoIs(one)).rejects.toMatchObject({ status: 401 })
    expect(await world.db.selectFrom('accounts.password_reset').selectAll().where('user_id', '=', person.id).execute()).toEqual([])
    const signIn = world.api(login, { body: { email: person.email, password: world.password } })
    await expect(signIn).rejects.toMatchObject(refused(409, 'account_inactive'))
    expect(await newMails()).toMatchObject([{ to: person.email, subject: 'Your Easel account is deactivated' }])
  })

  test('after reactivation the user can sign in, but no earlier session works', async () => {
    const person = await someone()
    const toggle = () => asAdmin()(setStatus, { params: { id: person.id }, body: {} })
    await toggle()
    const overlapping = await createSession(world.db, person.id, world.now())
    await toggle()
    for (const { token } of [person, overlapping]) await expect(whoIs({ ...person, token })).rejects.toMatchObject({ status: 401 })
    await world.api(login, { body: { email: person.email, password: world.password } })
    expect((await newMails()).map(({ subject }) => subject)).toContain('Your Easel account is active again')
  })
})

describe('signing someone out', () => {
  test('ends every session and is logged; without a session nothing is', async () => {
    const person = await someone()
    expect(await asAdmin()(signOutUser, { params: { id: person.id } })).toMatchObject({ is_active: true, last_seen_at: null })
    await expect(whoIs(person)).rejects.toMatchObject({ status: 401 })
    await asAdmin()(signOutUser, { params: { id: person.id } })
    expect(await entriesOf(person.id)).toMatchObject([{ action: 'user.sessions_ended', details: { sessions: 1 } }])
    await expect(asAdmin()(signOutUser, { params: { id: NOBODY } })).rejects.toMatchObject(refused(404, 'user_not_found'))
  })
})

describe('the last admin and the caller', () => {
  const onlyAdmins = async (...ids: string[]) => {
    await world.db.updateTable('accounts.user').set({ is_active: false }).where('role', '=', 'admin').execute()
    await world.db.updateTable('accounts.user').set({ is_active: true, role: 'admin' }).where('id', 'in', ids).execute()
  }
  const activeAdmins = async () =>
    (await world.db.selectFrom('accounts.user').select('id').where('role', '=', 'admin').where('is_active', '=', true).execute()).length

  test('admins cannot change, deactivate or delete themselves', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()]) {
      const own = refused(409, 'own_account')
      await expect(asAdmin()(setRole, { params: { id }, body: { role: 'client' } })).rejects.toMatchObject(own)
      await expect(asAdmin()(setStatus, { params: { id }, body: {} })).rejects.toMatchObject(own)
      await expect(asAdmin()(deleteUser, { params: { id } })).rejects.toMatchObject(own)
    }
    expect(await rowOf(admin.id)).toMatchObject({ role: 'admin', is_active: true, deleted_at: null })
  })

  const actions = {
    demoted: (actor: Person, id: string) => by(actor)(setRole, { params: { id }, body: { role: 'client' } }),
    deactivated: (actor: Person, id: string) => by(actor)(setStatus, { params: { id }, body: { is_active: false } }),
    deleted: (actor: Person, id: string) => by(actor)(deleteUser, { params: { id } })
  }

  test.each(Object.entries(actions))('of two admins who are %s by each other in parallel, one remains', async (_, action) => {
    for (let round = 0; round < 12; round += 1) {
      const [one, two] = [await someone('admin'), await someone('admin')]
      await onlyAdmins(one.id, two.id)
      const outcomes = await Promise.allSettled([action(one, two.id), action(two, one.id)])
      expect(await activeAdmins()).toBe(1)
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  test('three admins acting on each other in parallel leave at least one', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ring = [await someone('admin'), await someone('admin'), await someone('admin')] as const
      await onlyAdmins(...ring.map(({ id }) => id))
      await Promise.allSettled([
        actions.demoted(ring[0], ring[1].id),
        actions.deactivated(ring[1], ring[2].id),
        actions.deleted(ring[2], ring[0].id)
      ])
      expect(await activeAdmins()).toBeGreaterThanOrEqual(1)
    }
  })

  test('one of two admins can be demoted; inactive admins do not count', async () => {
    const other = await someone('admin')
    await onlyAdmins(admin.id, other.id)
    await asAdmin()(setRole, { params: { id: other.id }, body: { role: 'client' } })
    expect(await activeAdmins()).toBe(1)
    const inactive = await someone('admin')
    await onlyAdmins(admin.id)
    await asAdmin()(deleteUser, { params: { id: inactive.id } })
    expect(await rowOf(inactive.id)).toMatchObject({ name: 'Deleted user' })
  })
})
