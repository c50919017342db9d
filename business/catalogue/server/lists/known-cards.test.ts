import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#platform/contract/index.ts'
import type { Db } from '#platform/database/connect.ts'
import { collectGarbage } from '#platform/server/collect-garbage.ts'
import { Json, knownJson } from '#platform/server/http/known-json.ts'
import { answerHttp, nameOf } from '#platform/server/index.ts'
import { givenAsset, type MadeAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getAsset, listAssets, similarAssets } from '../../contract.ts'
import { findAsset, findCardsOnSale, findFirst, PUBLIC_ORDERS } from '../queries.ts'
import { presentCard } from '../service.ts'

let world: World
let asset: MadeAsset
let minutes = 0
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(async () => {
  // Each asset is the newest, so that it is on the first page.
  minutes += 1
  world.at(new Date(Date.UTC(2026, 2, 1, 12, minutes)).toISOString())
  asset = await givenAsset(world, { title: 'Lighthouse', category: 'icon', tags: ['sea'], artist: 'Ada' })
})

const newest = { ...PUBLIC_ORDERS.newest, offset: 0, limit: 12 }
const cards = async (db: Db = world.db) => (await findFirst({ db, pool: world.db, now: world.now() }, 'icon', newest))?.rows ?? []
const cardOf = async (db: Db = world.db) => (await cards(db)).find(({ id }) => id === asset.id)
const detailOf = (db: Db = world.db) => findAsset(db, asset.id)

/** A second file, an icon's name, a palette, and who withheld it. */
async function giveEverything(): Promise<void> {
  await sql`
    insert into catalogue.asset_file (asset_id, format, filename, content_type, bytes, sha256, original_key, status, is_published, created_at, picture)
    select asset_id, 'png', 'lighthouse.png', 'image/png', 900, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), gen_random_uuid()::text, 'ready', true, created_at + interval '1 second', picture
    from catalogue.asset_file where id = ${asset.file_id}`.execute(world.db)
  await sql`
    insert into catalogue.palette (file_id, version, colors)
    values (${asset.file_id}, 1, '[{"color": "#00b4d8", "share": 1}]')`.execute(world.db)
  await sql`insert into catalogue.icon_name (asset_id, iconify_name) values (${asset.id}, ${`easel:${asset.id}`}) on conflict do nothing`.execute(
    world.db
  )
  const admin = await world.person('admin', 'Grace')
  await sql`
    update catalogue.asset set withheld_at = now(), withheld_by = ${admin.id}, withheld_reason = 'A claim.' where id = ${asset.id}`.execute(
    world.db
  )
}

/** Each changes something that a card or a detail shows. */
const CHANGES: Record<string, () => Promise<unknown>> = {
  'its title': () => sql`update catalogue.asset set title = 'Beacon' where id = ${asset.id}`.execute(world.db),
  'its free window': () => sql`update catalogue.asset set free_starts_at = '2027-01-01' where id = ${asset.id}`.execute(world.db),
  'the placeholder of its file': () =>
    sql`update catalogue.asset_file set blur = 'data:image/webp;base64,AA==' where id = ${asset.file_id}`.execute(world.db),
  'the AVIF previews of its file': () => sql`update catalogue.asset_file set avif = '{320}' where id = ${asset.file_id}`.execute(world.db),
  'a deleted file': () => sql`delete from catalogue.asset_file where id = ${asset.file_id}`.execute(world.db),
  "its artist's name": () => sql`update accounts."user" set name = name || ' L.' where id = ${asset.owner_id}`.execute(world.db)
}

/** Reads a row that is known, and expects another one after the change, which is known from then on. */
async function expectAnotherAfter(change: () => Promise<unknown>, read: () => Promise<unknown>): Promise<void> {
  const before = await read()
  expect(await read(), 'known').toBe(before)
  await change()
  const after = await read()
  expect(after).not.toEqual(before)
  expect(await read(), 'known again').toBe(after)
}

describe.each(Object.entries(CHANGES))('%s', (_what, change) => {
  test('is on a known card at once', () => expectAnotherAfter(change, cardOf))
  test('is on a known detail at once', () => expectAnotherAfter(change, detailOf))
})

test.each([
  ['its palette', () => sql`update catalogue.palette set colors = '[]' where file_id = ${asset.file_id}`.execute(world.db)],
  ['the reason', () => sql`update catalogue.asset set withheld_reason = 'Two claims.' where id = ${asset.id}`.execute(world.db)],
  ['the name of who withheld it', () => sql`update accounts."user" set name = name || '!' where name like 'Grace%'`.execute(world.db)],
  [
    "the icon's name",
    () => sql`update catalogue.icon_name set iconify_name = iconify_name || '-too' where asset_id = ${asset.id}`.execute(world.db)
  ]
])('%s is on a known detail with everything at once', async (_what, change) => {
  await giveEverything()
  await expectAnotherAfter(change, detailOf)
})

test('an asset that is deleted or withheld is gone from a known list, and a deleted one has no detail', async () => {
  const before = await cards()
  await detailOf()
  await sql`update catalogue.asset set withheld_at = now(), withheld_by = owner_id, withheld_reason = 'A claim.' where id = ${asset.id}`.execute(
    world.db
  )
  const after = (await cards()).map(({ id }) => id)
  expect(after).not.toContain(asset.id)
  expect(after.slice(0, 11)).toEqual(before.slice(1).map(({ id }) => id))
  await sql`delete from catalogue.asset where id = ${asset.id}`.execute(world.db)
  expect(await detailOf()).toBeUndefined()
})

test('one change reads one card again', async () => {
  const other = await givenAsset(world, { title: 'Harbor', category: 'icon' })
  const before = await cards()
  await CHANGES['its title']?.()
  const after = await cards()
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  for (const [place, card] of after.entries()) {
    if (card.id === asset.id) expect(card).toMatchObject({ title: 'Beacon' })
    else expect(card).toBe(before[place])
  }
  expect(after.map(({ id }) => id)).toContain(other.id)
})

test('what a transaction has not committed is seen by it alone, and by nobody after it failed', async () => {
  const [card, detail] = [await cardOf(), await detailOf()]
  const failing = world.db.transaction().execute(async (tx) => {
    await sql`update catalogue.asset set title = 'Never' where id = ${asset.id}`.execute(tx)
    expect([(await cardOf(tx))?.title, (await detailOf(tx))?.title]).toEqual(['Never', 'Never'])
    await sql`update catalogue.asset set title = 'Never ever' where id = ${asset.id}`.execute(tx)
    expect([(await cardOf(tx))?.title, (await detailOf(tx))?.title]).toEqual(['Never ever', 'Never ever'])
    expect([(await cardOf())?.title, (await detailOf())?.title]).toEqual(['Lighthouse', 'Lighthouse'])
    throw new Error('It failed.')
  })
  await expect(failing).rejects.toThrow('It failed.')
  expect(await cardOf()).toEqual(card)
  expect(await detailOf()).toEqual(detail)
})

test('lists that are read while their assets change have every card as it was before or after', async () => {
  let isDone = false
  const change = async () => {
    for (let turn = 1; turn <= 30; turn += 1)
      await sql`
        with renamed as (update catalogue.asset set title = ${`Turn ${turn}`} where id = ${asset.id})
        update catalogue.asset_file set blur = ${`data:,${turn}`} where id = ${asset.file_id}`.execute(world.db)
    isDone = true
  }
  const read = async () => {
    let last = 0
    while (!isDone) {
      const card = await cardOf()
      const turn = Number(card?.title.replace('Turn ', '')) || 0
      if (turn > 0) expect(card?.files[0]?.blur).toBe(`data:,${turn}`)
      expect(turn).toBeGreaterThanOrEqual(last)
      last = turn
    }
  }
  await Promise.all([change(), read(), read(), read()])
  expect(await cardOf()).toMatchObject({ title: 'Turn 30', files: [{ blur: 'data:,30' }] })
})

describe('the answer in production', () => {
  /** Answers as a server of the built product does. */
  async function inProduction(e: Endpoint, arrived: object): Promise<unknown> {
    const handler = world.app.mounted.get(nameOf(e))?.handler
    if (!handler) throw new Error(`No endpoint ${nameOf(e)}`)
    const { checks_answers: _, ...settings } = world.settings
    const ctx = world.ctx()
    return answerHttp(e, handler, { ...ctx, ports: { ...ctx.ports, settings } }, arrived)
  }

  test.each([
    ['a list', listAssets, { query: { category: 'icon' } }],
    ['a search', listAssets, { query: { search: 'lighthouse' } }],
    ['an asset', getAsset, { params: {} }],
    ['similar assets', similarAssets, { params: {} }]
  ] as const)('for %s is JSON with the fields of its contract, word for word', async (_what, e, sent) => {
    await givenAsset(world, { title: 'Lighthouse at night', category: 'icon', tags: ['sea'] })
    await sql`
      insert into catalogue.palette (file_id, version, colors) values (${asset.file_id}, 1, '[{"color": "#00b4d8", "share": 1}]')`.execute(
      world.db
    )
    await sql`select catalogue.count_words()`.execute(world.db)
    const arrived = 'params' in sent ? { params: { id: asset.id } } : sent
    const checked = JSON.stringify(await world.api(e, arrived as never))
    for (const turn of ['first', 'known']) {
      const answered = await inProduction(e, arrived)
      expect(answered, turn).toBeInstanceOf(Json)
      expect((answered as Json).text, turn).toBe(checked)
    }
  })

  test('changes when an asset begins and ceases to be free', async () => {
    await sql`update catalogue.asset set free_starts_at = '2026-04-01', free_ends_at = '2026-04-02' where id = ${asset.id}`.execute(
      world.db
    )
    const stateAt = async (at: string) => {
      world.at(at)
      const [list, one] = [await inProduction(listAssets, { query: {} }), await inProduction(getAsset, { params: { id: asset.id } })]
      const textOf = (answered: unknown) => (answered instanceof Json ? answered.text : JSON.stringify(answered))
      const listed = (JSON.parse(textOf(list)) as { id: string; free_state: string }[]).find(({ id }) => id === asset.id)
      return [listed?.free_state, JSON.parse(textOf(one)).free_state]
    }
    for (const _ of ['first', 'known']) {
      expect(await stateAt('2026-03-31T12:00:00Z')).toEqual(['free_soon', 'free_soon'])
      expect(await stateAt('2026-04-01T12:00:00Z')).toEqual(['free_now', 'free_now'])
      expect(await stateAt('2026-04-03T12:00:00Z')).toEqual(['was_free', 'was_free'])
    }
  })
})

test('no call can change what other calls get, at any depth', async () => {
  for (const row of [await cardOf(), await detailOf()]) {
    expect(row?.tags).toEqual(['sea'])
    expect(() => Object.assign(row ?? {}, { title: 'Mine' })).toThrow(TypeError)
    expect(() => row?.tags.push('mine')).toThrow(TypeError)
    expect(() => Object.assign(row?.files[0] ?? {}, { bytes: 0 })).toThrow(TypeError)
  }
})

test('a list that reads its cards in full leaves the known ones in their place', async () => {
  const before = await cardOf()
  const [read] = await findCardsOnSale(world.db, [asset.id])
  expect(read).toBe(before)
  expect(await cardOf()).toBe(before)
})

test('a card that is read again has left the list if its asset has been withheld meanwhile', async () => {
  await cards()
  await CHANGES['its title']?.()
  let statements = 0
  const db = new Proxy(world.db, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target)
      if (name !== 'executeQuery') return typeof value === 'function' ? value.bind(target) : value
      return async (query: never) => {
        const result = await target.executeQuery(query)
        statements += 1
        if (statements === 1)
          await sql`
            update catalogue.asset set withheld_at = now(), withheld_by = owner_id, withheld_reason = 'A claim.' where id = ${asset.id}`.execute(
            target
          )
        return result
      }
    }
  })
  const listed = await cards(db)
  expect(statements).toBe(2)
  expect(listed.map(({ id }) => id)).not.toContain(asset.id)
})

test('what a transaction has read between its own changes is not shared, even if a rewritten table has its version again', async () => {
  const [other, one] = [await givenAsset(world, { title: 'Other' }), await givenAsset(world, { title: 'Before' })]
  await sql`vacuum full catalogue.asset`.execute(world.db)
  await world.db.transaction().execute(async (tx) => {
    await sql`update catalogue.asset set title = 'Between' where id = ${one.id}`.execute(tx)
    expect((await findAsset(tx, one.id))?.title).toBe('Between')
    await sql`
      insert into catalogue.asset (title, category, owner_id, created_at) values ('Third', 'vector', ${other.owner_id}, now())`.execute(tx)
    await sql`update catalogue.asset set title = 'After' where id = ${one.id}`.execute(tx)
  })
  await sql`vacuum full catalogue.asset`.execute(world.db)
  expect((await findAsset(world.db, one.id))?.title).toBe('After')
})

test('a known card with all its previews, and its JSON, takes less than 8 KB', async () => {
  await sql`update catalogue.asset_file set avif = '{320, 640, 1200}' where id = ${asset.file_id}`.execute(world.db)
  const [card] = await findCardsOnSale(world.db, [asset.id])
  const COUNT = 400
  const text = JSON.stringify(card)
  const copies = () =>
    Array.from({ length: COUNT }, () => {
      const { approved_at: _approved, ...copy } = JSON.parse(text)
      return { ...copy, approved_at: world.now() } as NonNullable<typeof card>
    })
  const show = (rows: readonly NonNullable<typeof card>[]) =>
    rows.map((row) => {
      const shown = presentCard(world.now(), row)
      return [shown, knownJson(listAssets, [shown])]
    })
  show(copies())
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  const rows = copies()
  const shown = show(rows)
  collectGarbage()
  expect((process.memoryUsage().heapUsed - before) / COUNT).toBeLessThan(8 * 1024)
  expect(shown).toHaveLength(rows.length)
})
