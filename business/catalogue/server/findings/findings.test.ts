import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { deleteFile, editOwnAsset, myAssets, ownAsset } from '#submissions/contract.ts'
import { adminAssets } from '#submissions/review.contract.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { pdf } from '#tests/support/givens/pages.ts'
import { drawing, emptyAsset, sendUpload } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { addTrademark, assetFindings, deleteTrademark, listTrademarks } from '../../findings.contract.ts'
import { TRADEMARKS_MAX } from '../../findings.rules.ts'
import { checkEarlierFiles, checkFile } from './check-files.service.ts'

/** Processes that check files start in this time on a busy machine. */
vi.setConfig({ testTimeout: 90_000 })

let world: World
let token: string
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
})
afterAll(() => world.end())

const STRAY = '<path d="M1 1" fill="#111"/>'

async function uploaded(inside = '', asset: Parameters<typeof emptyAsset>[1] = {}) {
  const asset_id = await emptyAsset(world, asset)
  const { body } = await sendUpload(world, token, { asset_id }, { name: 'fox.svg', bytes: drawing(inside) })
  return { asset_id, file_id: body.id }
}

const findingsOf = async (id: string, by: 'employee' | 'admin' = 'employee') => (await world.as(by))(assetFindings, { params: { id } })
/** Without the one that every asset has whose origin is not stated. */
const codesOf = async (id: string, by?: 'admin') =>
  (await findingsOf(id, by)).map(({ code }) => code).filter((code) => code !== 'origin_missing')

describe('the findings of an asset', () => {
  test('are there once its file is ready, for its artist and admins, also in their lists', async () => {
    const { asset_id, file_id } = await uploaded(`${STRAY}<text x="2" y="12" font-size="6">SAMPLE</text>`)
    expect(await findingsOf(asset_id)).toEqual([])
    await world.work()
    const findings = await findingsOf(asset_id)
    expect(findings).toMatchObject([
      {
        file_id,
        code: 'watermark_text',
        severity: 'warning',
        message: 'The picture shows “sample”, a word that is common in watermarks and samples.'
      },
      { file_id, code: 'live_text', severity: 'warning' },
      { file_id, code: 'open_paths', severity: 'info', message: 'One path is open or stray. Close or remove it.' },
      { file_id, code: 'origin_missing', severity: 'info' }
    ])
    expect(await findingsOf(asset_id, 'admin')).toEqual(findings)
    const artist = await world.as('employee')
    expect((await artist(myAssets, { query: {} })).find(({ id }) => id === asset_id)?.findings).toEqual(findings)
    expect((await artist(ownAsset, { params: { asset_id } })).findings).toEqual(findings)
    expect((await (await world.as('admin'))(adminAssets, { query: { ids: asset_id } }))[0]?.findings).toEqual(findings)
  })

  test('are hidden from other artists, clients, and visitors', async () => {
    const { asset_id: id } = await uploaded(STRAY)
    const params = { params: { id } }
    await expect((await world.as('employee', 'other'))(assetFindings, params)).rejects.toMatchObject({ status: 404 })
    await expect((await world.as('client'))(assetFindings, params)).rejects.toMatchObject({ status: 403 })
    expect((await world.app.inject({ url: `/api/assets/${id}/findings` })).statusCode).toBe(401)
    await expect(findingsOf(randomUUID())).rejects.toMatchObject({ status: 404 })
  })

  test('leave with their file, and never keep a file from being ready', async () => {
    const { asset_id, file_id } = await uploaded(STRAY)
    await world.work()
    expect(await codesOf(asset_id)).toEqual(['open_paths'])
    await (await world.as('employee'))(deleteFile, { params: { file_id } })
    expect(await findingsOf(asset_id)).toEqual([])
    expect(await world.db.selectFrom('catalogue.file_check').select('file_id').where('file_id', '=', file_id).execute()).toEqual([])
    const second = await uploaded()
    await checkFile(world.ctx(), { id: second.file_id, format: 'svg', bytes: Buffer.from('<svg'), page: null })
    const stored = await world.db
      .selectFrom('catalogue.file_check')
      .select(['faults', 'is_whole'])
      .where('file_id', '=', second.file_id)
      .execute()
    expect(stored).toEqual([{ faults: [], is_whole: false }])
  })

  test('do not look complete when a file could not be checked: its artist and the reviewer are told', async () => {
    const { asset_id, file_id } = await uploaded()
    await world.work()
    const seen = async () => [
      (await (await world.as('employee'))(ownAsset, { params: { asset_id } })).checked,
      (await (await world.as('admin'))(adminAssets, { query: { ids: asset_id } }))[0]?.checked
    ]
    expect(await seen()).toEqual(['whole', 'whole'])
    await checkFile(world.ctx(), { id: file_id, format: 'svg', bytes: Buffer.from('<svg'), page: null })
    expect(await seen()).toEqual(['partly', 'partly'])
  })

  test('of a PDF that the job checks later do not look complete, because nobody says what its page holds', async () => {
    const asset_id = await emptyAsset(world)
    const bytes = await pdf((page) => page.rect(20, 20, 200, 100).fill([0, 180, 216]))
    const { body } = await sendUpload(world, token, { asset_id }, { name: 'fox.pdf', bytes })
    await world.work()
    const checked = async () => (await (await world.as('employee'))(ownAsset, { params: { asset_id } })).checked
    expect(await checked()).toBe('whole')
    await world.db.deleteFrom('catalogue.file_check').where('file_id', '=', body.id).execute()
    await checkEarlierFiles(world.ctx())
    expect(await checked()).toBe('partly')
  })

  test('of an EPS say that nothing looks inside it', async () => {
    const { id } = await givenAsset(world, { file: { format: 'eps', bytes: Buffer.from(`%!PS-Adobe-3.0 EPSF-3.0 % ${randomUUID()}`) } })
    expect(await findingsOf(id)).toMatchObject([
      { code: 'content_unchecked', severity: 'info', message: expect.stringMatching(/^No program here looks inside an EPS/) },
      { code: 'origin_missing' }
    ])
  })

  test('of files from before are made by the job: undecided ones first, imported ones only while they are under review', async () => {
    const file = { format: 'svg', bytes: drawing(STRAY) } as const
    const pending = await givenAsset(world, { status: 'pending', file })
    const approved = await givenAsset(world, { status: 'approved', file: { format: 'svg', bytes: drawing(STRAY) } })
    await checkEarlierFiles(world.ctx())
    expect([await codesOf(pending.id, 'admin'), await codesOf(approved.id, 'admin')]).toEqual([['open_paths'], ['open_paths']])
  })

  test('include writing that is read in pixels, by the process that checks uploads', async () => {
    const text = { text: 'SHUTTERSTOCK', fontfile: 'platform/server/fonts/InstrumentSans-SemiBold.ttf', font: 'Instrument Sans SemiBold' }
    const words = await sharp({ text: { ...text, width: 500, height: 60, rgba: true } })
      .png()
      .toBuffer()
    const bytes = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#cde3f0' } })
      .composite([{ input: words }])
      .png()
      .toBuffer()
    const asset_id = await emptyAsset(world)
    await sendUpload(world, token, { asset_id }, { name: 'fox.png', bytes })
    await world.work()
    expect(await codesOf(asset_id)).toEqual(['watermark_text'])
  })

  test('name an origin that is not stated, and one that the file contradicts', async () => {
    const { asset_id, file_id } = await uploaded()
    await world.work()
    expect(await findingsOf(asset_id)).toMatchObject([{ file_id, code: 'origin_missing' }])
    await world.db.updateTable('catalogue.asset').set({ origin: 'human' }).where('id', '=', asset_id).execute()
    expect(await findingsOf(asset_id)).toEqual([])
    const declared_sources = ['http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia']
    await world.db.updateTable('catalogue.asset_file').set({ declared_sources }).where('id', '=', file_id).execute()
    expect(await findingsOf(asset_id)).toMatchObject([{ file_id, code: 'declared_origin', severity: 'warning' }])
    await world.db.updateTable('catalogue.asset').set({ origin: 'ai_generated' }).where('id', '=', asset_id).execute()
    expect(await findingsOf(asset_id)).toEqual([])
  })
})

describe('a trademark', () => {
  const add = async (word: string) => (await world.as('admin'))(addTrademark, { body: { word } })

  test('is found in title, description, tags, and text, and the message names it; a change of words or of the list counts at once', async () => {
    const { id } = await add('Zorp  Cola')
    const { asset_id } = await uploaded('<text x="1" y="9" font-size="4">drink ZORP-cola</text>', { title: 'A zorp cola can' })
    await world.work()
    const marks = async () => (await findingsOf(asset_id)).filter(({ code }) => code === 'trademark').map(({ message }) => message)
    expect(await marks()).toEqual([
      '“Zorp Cola” in the picture is on the list of trademarks.',
      '“Zorp Cola” in the title is on the list of trademarks.'
    ])
    const change = { title: 'A can', description: 'Not a zórp cola.', tags: ['zorp cola', 'zorp', 'zorpcola'] }
    await (await world.as('employee'))(editOwnAsset, { params: { id: asset_id }, body: change })
    expect(await marks()).toEqual([
      '“Zorp Cola” in the picture is on the list of trademarks.',
      '“Zorp Cola” in the description is on the list of trademarks.',
      '“Zorp Cola” in the tags is on the list of trademarks.'
    ])
    await (await world.as('admin'))(deleteTrademark, { params: { id } })
    expect(await marks()).toEqual([])
  })

  test('is on the list once, however it is written, and can be searched for; each change is in the audit log', async () => {
    const admin = await world.as('admin')
    const acme = await add('Acmé')
    await expect(add('ACME')).rejects.toMatchObject({ status: 409, body: { code: 'trademark_taken' } })
    for (const word of ['', ' ', '!?'])
      await expect(add(word)).rejects.toMatchObject({ status: 422, body: { fields: { word: expect.any(String) } } })
    expect((await admin(listTrademarks, { query: { q: 'acm' } })).items).toEqual([acme])
    await admin(deleteTrademark, { params: { id: acme.id } })
    await expect(admin(deleteTrademark, { params: { id: acme.id } })).rejects.toMatchObject({ status: 404 })
    const { items } = await admin(auditLog, { query: {} })
    expect(items.slice(0, 2).map(({ action, subject }) => [action, subject.label])).toEqual([
      ['trademark.removed', 'Acmé'],
      ['trademark.added', 'Acmé']
    ])
  })

  test('is refused when the list is full, also of two at the same time', async () => {
    const { total } = await (await world.as('admin'))(listTrademarks, { query: {} })
    const fill = Array.from({ length: TRADEMARKS_MAX - total - 1 }, (_, at) => {
      const word = `filler${at}`
      return { word, comparable: word, added_at: new Date() }
    })
    await world.db.insertInto('catalogue.trademark').values(fill).execute()
    const tries = await Promise.allSettled([add('Last one'), add('One too many')])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409, body: { code: 'trademarks_full' } } })
    await world.db.deleteFrom('catalogue.trademark').where('word', 'like', 'filler%').execute()
  })

  test('that ten admins add at the same time is added once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => add('Racebrand')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
