import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterLogin } from '#accounts/rules.ts'
import { loader as setUp } from '#accounts/web/security/second-factor-page.tsx'
import { loader as dashboard } from '#backoffice/web/admin-dashboard-page.tsx'
import { apiContext, pageApi, SECOND_FACTOR_PAGE } from '#platform/web/page.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

/** Loads a page as its router does, for the person of a session. */
async function load(loader: typeof dashboard | typeof setUp, { token, ...user }: { token: string; email: string }) {
  const request = new Request('http://easel.test/')
  const api = pageApi(injectedApi(world.app, token), request)
  const context = { get: (asked: unknown) => (asked === apiContext ? api : { user: { ...user, role: 'admin' }, brand_name: 'Easel' }) }
  return (loader as (given: unknown) => Promise<unknown>)({ request, context, params: {} })
}

test('an admin who signs in after the deadline is led to the set-up of a second factor, which opens; before it, to the dashboard', async () => {
  const admin = await world.person('admin', 'Late')
  await world.db.updateTable('accounts.user').set({ admin_since: world.now() }).where('id', '=', admin.id).execute()
  expect(afterLogin(null, 'admin')).toBe('/admin/dashboard')
  world.settings.admin_second_factor_days = 14
  try {
    await expect(load(dashboard, admin)).resolves.toHaveProperty('numbers')
    world.at(new Date(world.now().getTime() + 14 * 86_400_000).toISOString())
    const answer = (await load(dashboard, admin).catch((error: unknown) => error)) as Response
    expect({ status: answer.status, to: answer.headers.get('location') }).toEqual({ status: 302, to: SECOND_FACTOR_PAGE })
    await expect(load(setUp, admin)).resolves.toMatchObject({ security: { required_by: expect.any(String) } })
  } finally {
    world.settings.admin_second_factor_days = undefined
  }
})
