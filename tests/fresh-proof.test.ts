import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '#accounts/server/index.ts'
import type { Role } from '#platform/contract/index.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld({ proofs_end: true })
})
afterAll(() => world.end())

const ID = '00000000-0000-4000-8000-000000000000'
const reason = 'It was wrong'

/** The calls that the specification guards, and those that end in the same: each with a body that is valid. */
const GUARDED: Record<string, { as?: Role; body?: object }> = {
  'POST /profile/export': { as: 'client' },
  'POST /profile/email': { as: 'client', body: { email: 'new@example.com' } },
  'DELETE /profile': { as: 'client', body: { email: 'client-client@example.com' } },
  'POST /admin/payments/:id/refund': { body: { reason } },
  'POST /admin/licenses/:id/revoke': { body: { reason } },
  'POST /admin/payouts': { body: { employee_id: ID, amount: '1.00', payment_method: 'check' } },
  'POST /admin/payouts/:id/reverse': { body: { reason } },
  'POST /admin/approvals/:id/approve': {},
  'PUT /admin/users/:id/role': { body: { role: 'admin' } },
  'PUT /admin/users/:id/grants': { body: { grants: ['people'] } },
  'DELETE /admin/users/:id': {},
  'PUT /admin/settings': { body: { two_person_approval: true } },
  'POST /admin/users/:id/reset-second-factor': { body: { reason } },
  'POST /admin/wage-rules': { body: { category: 'icon', wage: '1.00', license_price: '2.00' } },
  'DELETE /admin/wage-rules/:category': {},
  'PATCH /admin/subscriptions/:id': { body: { price: '9.00' } },
  'POST /developers/keys': { as: 'client', body: { name: 'Server', scopes: ['catalogue'], expires_at: '2026-06-01T00:00:00Z' } },
  'DELETE /developers/keys/:id': { as: 'client' }
}

/** Those that set up or remove a second factor also take a session that was opened just now. */
const OR_NEW_SESSION = [
  'POST /profile/totp',
  'DELETE /profile/totp',
  'POST /profile/recovery-codes',
  'POST /profile/passkeys/options',
  'DELETE /profile/passkeys/:id'
]

const mounted = () => [...world.app.mounted.values()].map(({ endpoint }) => endpoint)
const named = (proof: unknown) =>
  mounted()
    .filter((endpoint) => endpoint.proof === proof)
    .map(({ method, path }) => `${method} ${path}`)

test('a fresh proof is needed for exactly the calls that the specification guards', () => {
  expect(named(true).toSorted()).toEqual(Object.keys(GUARDED).toSorted())
  expect(named('or_new_session').toSorted()).toEqual(OR_NEW_SESSION.toSorted())
})

test.each([...Object.keys(GUARDED), ...OR_NEW_SESSION])(
  '%s is refused ten minutes after signing in, whatever it would do',
  async (name) => {
    const { as = 'admin', body } = GUARDED[name] ?? { as: 'client' }
    const [method, path] = name.split(' ') as [NonNullable<InjectOptions['method']>, string]
    const { id } = await world.person(as)
    const { token } = await createSession(world.db, id, new Date(world.now().getTime() - 600_000))
    const url = `/api${path.replace(':category', 'icon').replace(/:\w+/g, ID)}`
    const send = async (session: string) =>
      (await world.app.inject({ method, url, headers: { authorization: `Bearer ${session}` }, ...(body && { payload: body }) })).json() as {
        code?: string
        ways?: string[]
      }
    expect(await send(token)).toMatchObject({ code: 'proof_needed', ways: ['password'] })
  }
)
