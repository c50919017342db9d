import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '#platform/web/api.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { givenApp, givenPasskey } from '#tests/support/givens/second-factors.ts'
import { softwarePasskey } from '#tests/support/software-passkey.ts'
import { freshWorld, type Person, type World } from '#tests/support/world.ts'
import { PASSKEYS_MAX } from '../../rules.ts'
import {
  addPasskey,
  deletePasskey,
  getSecurity,
  listPasskeys,
  passkeyCreationOptions,
  passkeySignInOptions,
  renamePasskey,
  signInWithPasskey
} from '../../security.contract.ts'
import { setStatus } from '../../users.contract.ts'

let world: World
let moment = Date.parse('2027-03-01T12:00:00Z')
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(() => {
  moment += 2 * 86_400_000
  world.at(new Date(moment).toISOString())
})

const apiOf = ({ token }: Pick<Person, 'token'>): Api => injectedApi(world.app, token)

let made = 0
async function given(role: Person['role'] = 'client') {
  made += 1
  const person = await world.person(role, `Modern ${made}`)
  return { person, api: apiOf(person), ...(await givenPasskey(world, apiOf(person))) }
}
type Given = Awaited<ReturnType<typeof given>>
type Ceremony = Parameters<Given['key']['get']>[1]

const alone = async ({ key }: Pick<Given, 'key'>, ceremony?: Ceremony) =>
  world.api(signInWithPasskey, { body: { response: key.get(await world.api(passkeySignInOptions, {}), ceremony) } })
const WRONG = { status: 422, body: { code: 'wrong_passkey' } }

type Needed = { second_factor: string[]; challenge: string; passkey: Record<string, unknown> }
const start = async ({ email }: Person) =>
  JSON.parse((await browserOn(world).post('/auth/login', { email, password: world.password })).body) as Needed
const second = ({ challenge }: Needed, response: unknown) =>
  browserOn(world).post('/auth/second-factor', { challenge, method: 'passkey', response })

describe('a passkey', () => {
  test('is created for our host with ES256, and the first one gives recovery codes', async () => {
    const { api, person, added } = await given()
    expect(added).toMatchObject({ name: 'My phone', last_used_at: null, recovery_codes: expect.arrayContaining([expect.any(String)]) })
    expect(added.recovery_codes).toHaveLength(10)
    const options = await api(passkeyCreationOptions, {})
    expect(options).toMatchObject({ rp: { id: 'easel.test', name: 'Easel' }, user: { name: person.email }, attestation: 'none' })
    expect(options['pubKeyCredParams']).toContainEqual({ alg: -7, type: 'public-key' })
    expect(options['excludeCredentials']).toHaveLength(1)
    world.at(new Date(world.now().getTime() + 1000).toISOString())
    const second = await givenPasskey(world, api, 'Key on my ring')
    expect(second.added).not.toHaveProperty('recovery_codes')
    expect((await api(listPasskeys, {})).items.map(({ name }) => name)).toEqual(['My phone', 'Key on my ring'])
    expect((await api(getSecurity, {})).passkeys).toHaveLength(2)
  })

  test('is not stored twice, from another site, for someone else, or with a challenge that was used or has expired', async () => {
    const { api, key } = await given()
    const add = (response: never) => api(addPasskey, { body: { name: 'Again', response } })
    const options = await api(passkeyCreationOptions, {})
    await expect(add(key.create(options, { origin: 'https://evil.example' }))).rejects.toMatchObject(WRONG)
    await expect(add(key.create(options, { host: 'evil.example' }))).rejects.toMatchObject(WRONG)
    const foreign = await (await given()).api(passkeyCreationOptions, {})
    await expect(add(key.create(foreign))).rejects.toMatchObject(WRONG)
    await expect(add(key.create(options))).rejects.toMatchObject({ status: 409, body: { code: 'passkey_known' } })
    const other = softwarePasskey({ origin: 'http://easel.test', host: 'easel.test' })
    world.at(new Date(world.now().getTime() + 600_000).toISOString())
    await expect(add(other.create(options))).rejects.toMatchObject(WRONG)
  })

  test('can be added twenty times, also in parallel, and no more', async () => {
    const { api } = await given()
    const keys = Array.from({ length: PASSKEYS_MAX }, () => softwarePasskey({ origin: 'http://easel.test', host: 'easel.test' }))
    const options = await Promise.all(keys.map(() => api(passkeyCreationOptions, {})))
    const added = await Promise.allSettled(
      keys.map((key, place) => api(addPasskey, { body: { name: `Key ${place}`, response: key.create(options[place]!) } }))
    )
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(PASSKEYS_MAX - 1)
    expect((await api(listPasskeys, {})).items).toHaveLength(PASSKEYS_MAX)
    await expect(api(passkeyCreationOptions, {})).rejects.toMatchObject({ status: 409, body: { code: 'too_many_passkeys' } })
  })

  test('belongs to one person: others can neither rename nor remove it', async () => {
    const { api, added } = await given()
    const stranger = await world.as('client', 'Stranger')
    const params = { id: added.id }
    await expect(stranger(renamePasskey, { params, body: { name: 'Mine' } })).rejects.toMatchObject({ status: 404 })
    await expect(stranger(deletePasskey, { params })).rejects.toMatchObject({ status: 404 })
    expect((await api(renamePasskey, { params, body: { name: ' Work phone ' } })).name).toBe('Work phone')
  })
})

describe('after the password', () => {
  test('a passkey signs in, with or without verification of the person', async () => {
    for (const verified of [true, false]) {
      const { person, key } = await given()
      const needed = await start(person)
      expect(needed.second_factor).toEqual(['passkey', 'recovery'])
      expect(needed.passkey).toMatchObject({ rpId: 'easel.test', allowCredentials: [{ id: key.id }] })
      expect((await second(needed, key.get(needed.passkey, { verified }))).status).toBe(200)
    }
  })

  test('either of two passkeys and the app sign in; one of somebody else does not', async () => {
    const { person, api } = await given()
    const { key } = await givenPasskey(world, api, 'Second')
    await givenApp(world, api)
    const needed = await start(person)
    expect(needed.second_factor).toEqual(['totp', 'passkey', 'recovery'])
    const stranger = await given()
    expect((await second(needed, stranger.key.get(needed.passkey))).status).toBe(422)
    expect((await second(needed, key.get(needed.passkey))).status).toBe(200)
  })

  test('a challenge of another sign-in, or of a passkey alone, does not count', async () => {
    const { person, key } = await given()
    const [one, other] = [await start(person), await start(person)]
    expect((await second(one, key.get(other.passkey))).status).toBe(422)
    expect((await second(one, key.get(await world.api(passkeySignInOptions, {})))).status).toBe(422)
  })
})

describe('alone', () => {
  test('a passkey signs in if it verified the person', async () => {
    const found = await given()
    expect(await world.api(passkeySignInOptions, {})).toMatchObject({ userVerification: 'required' })
    expect(await alone(found)).toMatchObject({ token: expect.any(String), user: { id: found.person.id } })
    await expect(alone(found, { verified: false })).rejects.toMatchObject(WRONG)
    expect((await found.api(listPasskeys, {})).items[0]?.last_used_at).toBe(world.now().toISOString())
  })

  test('an answer counts once, also in parallel', async () => {
    const { key } = await given()
    const response = key.get(await world.api(passkeySignInOptions, {}))
    const answers = await Promise.allSettled([1, 2, 3].map(() => world.api(signInWithPasskey, { body: { response } })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('an answer of a key without a counter counts once, too', async () => {
    const { key } = await given()
    const response = key.get(await world.api(passkeySignInOptions, {}), { counter: 0 })
    await world.api(signInWithPasskey, { body: { response } })
    await expect(world.api(signInWithPasskey, { body: { response } })).rejects.toMatchObject(WRONG)
    const { person, key: other } = await given()
    const needed = await start(person)
    const answer = other.get(needed.passkey, { counter: 0 })
    expect([(await second(needed, answer)).status, (await second(needed, answer)).status]).toEqual([200, 422])
  })

  test('the person whom the browser names must be the key’s owner, also after the password', async () => {
    const [one, other] = [await given(), await given()]
    const named = (response: { response: object }, userHandle?: string) => ({ ...response, response: { ...response.response, userHandle } })
    const response = one.key.get(await world.api(passkeySignInOptions, {}))
    const as = (id: string) =>
      world.api(signInWithPasskey, { body: { response: named(response, Buffer.from(id).toString('base64url')) as never } })
    await expect(as(other.person.id)).rejects.toMatchObject(WRONG)
    expect(await as(one.person.id)).toHaveProperty('token')
    const needed = await start(one.person)
    expect((await second(needed, named(other.key.get(needed.passkey)))).status).toBe(422)
    expect((await second(needed, named(one.key.get(needed.passkey)))).status).toBe(200)
  })

  test('a copy whose counter falls behind is refused, and the audit log has it', async () => {
    const found = await given()
    await alone(found, { counter: 7 })
    await expect(alone(found, { counter: 7 })).rejects.toMatchObject(WRONG)
    await expect(alone(found, { counter: 3 })).rejects.toMatchObject(WRONG)
    expect(await alone(found, { counter: 8 })).toHaveProperty('token')
    const entries = await world.db.selectFrom('accounts.audit_entry').select('action').where('subject', '=', found.person.id).execute()
    expect(entries.filter(({ action }) => action === 'user.second_factor_refused')).toHaveLength(2)
  })

  test('it is refused from another site, after it was removed, and for an inactive account', async () => {
    const found = await given()
    await expect(alone(found, { origin: 'http://easel.test.evil.example' })).rejects.toMatchObject(WRONG)
    await expect(alone(found, { host: 'test' })).rejects.toMatchObject(WRONG)
    const params = { id: found.person.id }
    await (await world.as('admin'))(setStatus, { params, body: { is_active: false } })
    await expect(alone(found)).rejects.toMatchObject(WRONG)
    const removed = await given()
    await removed.api(deletePasskey, { params: { id: removed.added.id } })
    await expect(alone(removed)).rejects.toMatchObject(WRONG)
    await expect(alone(await given(), { counter: 1 })).resolves.toHaveProperty('token')
  })
})
