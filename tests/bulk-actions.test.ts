import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreFreeOfMany, saveFreeOfMany } from '#backoffice/web/assets/all-assets-action.ts'
import { periodOf } from '#backoffice/web/assets/asset-bulk-bar.tsx'
import { changed, manyForm } from '#backoffice/web/many-form.ts'
import { runAction } from '#backoffice/web/requests/requests-page-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { listAllRequests } from '#requests/desk.contract.ts'
import { adminAssets, setFree } from '#submissions/review.contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { givenRequest } from '#tests/support/givens/requests.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const form = (intent: string, name: string, values: readonly string[], more: Record<string, string> = {}): FormData => {
  const made = manyForm(intent, name, values)
  for (const [field, value] of Object.entries(more)) made.set(field, value)
  return made
}

test('ticked requests are assigned to one employee, and Undo assigns each as it was', async () => {
  const admin = await world.as('admin')
  const requests = [await givenRequest(world), await givenRequest(world, { assigned_to: 'Otto' }), await givenRequest(world)]
  const ids = requests.map(({ id }) => id)
  const { email } = await world.person('employee', 'Aria')
  const names = async () => {
    const { items } = await admin(listAllRequests, { query: {} })
    return ids.map((id) => items.find((request) => request.id === id)?.assigned_employee_name ?? null)
  }
  const run = (sent: FormData) => runAction(admin, sent, new URLSearchParams())

  await expect(run(form('assign-many', 'id', ids, { employee: 'nobody at all' }))).rejects.toMatchObject({ status: 422 })
  expect(await names()).toEqual([null, 'Otto', null])
  expect(await run(form('assign-many', 'id', ids, { employee: email }))).toMatchObject({
    done: '3 requests assigned to Aria.',
    error: undefined
  })
  expect(await names()).toEqual(['Aria', 'Aria', 'Aria'])
  const was = requests.map(({ id, assigned_employee_id }) => `${id}:${assigned_employee_id ?? ''}`)
  await run(form('restore-many', 'was', was))
  expect(await names()).toEqual([null, 'Otto', null])
  expect(await run(form('assign-many', 'id', ids.slice(1, 2)))).toMatchObject({ done: '1 request unassigned.' })
})

test('ticked assets become free, and Undo gives each the free period that it had', async () => {
  const admin = await world.as('admin')
  const context = new RouterContextProvider()
  context.set(apiContext, admin)
  const ids = [(await givenAsset(world, { title: 'Fox' })).id, (await givenAsset(world, { title: 'Hare' })).id]
  const [start, end] = [60, 120].map((days) => new Date(world.now().getTime() + days * 86_400_000).toISOString())
  await admin(setFree, { params: { id: ids[1]! }, body: { free_starts_at: start, free_ends_at: end } })
  const shown = async () => {
    const assets = await admin(adminAssets, { query: { ids: ids.join(','), page_size: ids.length } })
    return ids.flatMap((id) => assets.filter((asset) => asset.id === id))
  }
  const before = await shown()
  expect(before.map(({ free_state }) => free_state)).toEqual(['not_free', 'free_soon'])

  expect(await saveFreeOfMany(context, form('free-many', 'id', ids, { mode: 'now' }))).toMatchObject({ done: '2 assets are free now.' })
  expect((await shown()).map(({ free_state }) => free_state)).toEqual(['free_now', 'free_now'])
  await restoreFreeOfMany(context, form('free-back', 'was', before.map(periodOf)))
  expect((await shown()).map(periodOf)).toEqual(before.map(periodOf))
  expect(await saveFreeOfMany(context, form('free-many', 'id', ids, { mode: 'never' }))).toMatchObject({
    done: '2 assets are no longer free.'
  })
  expect((await shown()).map(({ free_state }) => free_state)).toEqual(['not_free', 'not_free'])
})

const MISSING = '0198c3a2-7d5e-7c44-9a31-2f6b8d0e5c17'

test('a request that is refused does not stop the others, and only those are undone', async () => {
  const admin = await world.as('admin')
  const requests = [await givenRequest(world), await givenRequest(world)]
  const [one, other] = requests.map(({ id }) => id)
  const { email } = await world.person('employee', 'Bela')
  const run = (ids: readonly string[]) => runAction(admin, form('assign-many', 'id', ids, { employee: email }), new URLSearchParams())
  const done = await run([one!, MISSING, other!])
  expect(done).toMatchObject({ done: '2 requests assigned to Bela.', done_ids: [one, other], error: { status: 404 } })
  expect(changed([`${one}:`, `${MISSING}:`, `${other}:`], ':', done.done_ids)).toEqual([`${one}:`, `${other}:`])
  await expect(run([MISSING])).rejects.toMatchObject({ status: 404 })
})

test('an asset that is refused does not stop the others, and only those are reported', async () => {
  const context = new RouterContextProvider()
  context.set(apiContext, await world.as('admin'))
  const ids = [(await givenAsset(world)).id, MISSING, (await givenAsset(world)).id]
  const run = (of: readonly string[]) => saveFreeOfMany(context, form('free-many', 'id', of, { mode: 'now' }))
  expect(await run(ids)).toMatchObject({
    ...{ done: '2 assets are free now.', done_ids: [ids[0], ids[2]] },
    fields: { form: expect.any(String) }
  })
  expect(await run([MISSING])).toMatchObject({ data: { fields: { form: expect.any(String) } }, init: { status: 404 } })
})
