import { afterAll, beforeAll, expect, test } from 'vitest'
import { countHolders } from '#accounts/server/index.ts'
import { GRANTS, type Grant } from '#platform/contract/index.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { auditLog } from '../../audit.contract.ts'
import { authMe } from '../../contract.ts'
import { deleteUser, listUsers, setGrants, setRole, setStatus } from '../../users.contract.ts'

let world: World
let boss: Person
beforeAll(async () => {
  world = await freshWorld()
  boss = await world.person('admin', 'boss')
})
afterAll(() => world.end())

const by = ({ token }: Pick<Person, 'token'>) => injectedApi(world.app, token)
const give = (actor: Person, { id }: Pick<Person, 'id'>, grants: Grant[]) => by(actor)(setGrants, { params: { id }, body: { grants } })
const grantsOf = async (person: Person) => (await by(person)(authMe, {})).user.grants ?? []

test('who becomes an admin holds every grant until told otherwise, and loses the limits together with the role', async () => {
  const person = await world.person('client', 'newcomer')
  expect(await grantsOf(person)).toEqual([])
  await by(boss)(setRole, { params: { id: person.id }, body: { role: 'admin' } })
  expect(await grantsOf(person)).toEqual(GRANTS)
  await give(boss, person, ['support', 'review', 'support'])
  expect(await grantsOf(person)).toEqual(['review', 'support'])
  await by(boss)(setRole, { params: { id: person.id }, body: { role: 'client' } })
  await by(boss)(setRole, { params: { id: person.id }, body: { role: 'admin' } })
  expect(await grantsOf(person)).toEqual(GRANTS)
})

test('grants take effect with the next call of a session that goes on, and stand in the list of users', async () => {
  const person = await world.person('admin', 'limited')
  await give(boss, person, ['review'])
  const refused = by(person)(listUsers, { query: {} })
  await expect(refused).rejects.toMatchObject({ status: 403, body: { code: 'missing_grant', error: 'You need the grant people.' } })
  expect(await grantsOf(person)).toEqual(['review'])
  const { items } = await by(boss)(listUsers, { query: { q: 'limited' } })
  expect(items).toMatchObject([{ id: person.id, grants: ['review'] }])
})

test('an unknown grant is 422, someone who is no admin 409, oneself 409, and an unknown person 404', async () => {
  const [client, other] = [await world.person('client', 'plain'), await world.person('admin', 'other')]
  await expect(give(boss, other, ['everything' as Grant])).rejects.toMatchObject({ status: 422 })
  await expect(give(boss, client, ['review'])).rejects.toMatchObject({ status: 409, body: { code: 'not_an_admin' } })
  await expect(give(boss, boss, ['people'])).rejects.toMatchObject({ status: 409, body: { code: 'own_account' } })
  await expect(give(boss, { id: crypto.randomUUID() }, ['people'])).rejects.toMatchObject({ status: 404 })
})

test('the audit log says who changed the grants, before and after', async () => {
  const person = await world.person('admin', 'changed')
  await give(boss, person, ['finance'])
  await give(boss, person, ['finance'])
  const { items } = await by(boss)(auditLog, { query: { action: 'user.grants_changed', q: person.id } })
  const change = { before: { grants: [...GRANTS] }, after: { grants: ['finance'] } }
  expect(items).toMatchObject([{ actor: { id: boss.id }, area: 'people', subject: { id: person.id }, ...change }])
})

const TAKEN = {
  'the grant': (actor: Person, other: Person) => give(actor, other, ['finance']),
  'the role': (actor: Person, { id }: Person) => by(actor)(setRole, { params: { id }, body: { role: 'client' } }),
  'the account': (actor: Person, { id }: Person) => by(actor)(setStatus, { params: { id }, body: { is_active: false } }),
  everything: (actor: Person, { id }: Person) => by(actor)(deleteUser, { params: { id } })
}

test.each(Object.keys(TAKEN) as (keyof typeof TAKEN)[])(
  'of two who take %s from each other at the same time, one keeps people',
  async (what) => {
    const own = await freshWorld()
    try {
      const pair = [await own.person('admin', 'one'), await own.person('admin', 'two')] as const
      // A third admin, so that neither of the two is the last one.
      const third = await own.person('admin', 'three')
      const api = (person: Person) => injectedApi(own.app, person.token)
      await api(pair[0])(setGrants, { params: { id: third.id }, body: { grants: ['review'] } })
      const worlds = world
      world = own
      const answers = await Promise.allSettled([TAKEN[what](pair[0], pair[1]), TAKEN[what](pair[1], pair[0])])
      world = worlds
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await countHolders(own.ctx(), 'people')).toBe(1)
    } finally {
      await own.end()
    }
  }
)
