import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ANALYSIS_VERSION } from '#catalogue/server/image-analysis/analysis-version.ts'
import { dosEps, eps, formsOfForms, handWrittenPdf, type PdfPage, pdf } from '#tests/support/givens/pages.ts'
import { emptyAsset, picture, sendUpload } from '#tests/support/givens/submissions.ts'
import { requiredOnCi } from '#tests/support/programs.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { type OwnedFile, uploadProgress } from '../../contract.ts'
import { decideAsset } from '../../review.contract.ts'
import { drawUnseen, processFile } from '../upload/process-file.service.ts'
import { findGhostscript } from './ghostscript.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
})
afterAll(() => world.end())
beforeEach(() => allowGhostscript(true))

const hasGhostscript = requiredOnCi('Ghostscript', (await findGhostscript()) !== undefined)

const RED = [220, 30, 40]
const BLUE = [20, 40, 200]
const redLeft = (page: PdfPage) => page.rect(20, 20, 130, 160).fill(RED)
const EPS_RED_LEFT = '0.863 0.118 0.157 setrgbcolor 120 120 130 160 rectfill'

const allowGhostscript = (ghostscript: boolean) => {
  world.ports.uploads = { ...world.ports.uploads, ghostscript }
}

/** Enough for a process to start and draw a simple page. The usual limit is checked in upload.test.ts. */
const SHORT_MS = 3000

async function withPageLimit<Result>(page_drawing_ms: number, work: () => Promise<Result>): Promise<Result> {
  const usual = world.ports.uploads
  world.ports.uploads = { ...usual, page_drawing_ms }
  try {
    return await work()
  } finally {
    world.ports.uploads = usual
  }
}

/** Uploads and processes a file. Follow-up jobs such as AVIF previews only run if a test is about them. */
async function processed(name: string, bytes: Buffer, { hasFollowUps = false } = {}): Promise<OwnedFile & { asset_id: string }> {
  const asset_id = await emptyAsset(world)
  const { status, body } = await sendUpload(world, token, { asset_id }, { name, bytes })
  expect([status, body.error]).toEqual([200, undefined])
  const ctx = world.ctx()
  const jobs = { ...ctx.ports.jobs, send: async () => {} }
  await processFile(hasFollowUps ? ctx : { ...ctx, ports: { ...ctx.ports, jobs } }, body.id)
  if (hasFollowUps) await world.work()
  expect(readdirSync(world.settings.temp_dir)).toEqual([])
  return { ...(await progressOf(body.id)), asset_id }
}

const progressOf = async (file_id: string) => (await world.as('employee'))(uploadProgress, { params: { file_id } })

/** Returns the RGBA values at these relative positions of the preview without a watermark. */
async function colorAt(file: OwnedFile, ...points: [across: number, down: number][]) {
  const answer = await world.app.inject({ url: file.preview_urls![1200], headers: { authorization: `Bearer ${token}` } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
  const { data, info } = await sharp(answer.rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = ([across, down]: [number, number]) => (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * 4
  return { width: info.width, height: info.height, colors: points.map((point) => [...data.subarray(at(point), at(point) + 4)]) }
}

function expectNear(found: number[] | undefined, wanted: readonly number[]): void {
  for (const [at, value] of wanted.entries()) expect(Math.abs((found?.[at] ?? -99) - value), `${found} is near ${wanted}`).toBeLessThan(12)
}

const approve = async (id: string) => (await world.as('admin'))(decideAsset, { params: { id }, body: { status: 'approved' } })

describe('a PDF', () => {
  test('shows its first page on a transparent background, is measured in points, and can be approved on its own', async () => {
    const file = await processed(
      'fox.pdf',
      await pdf((page) =>
        redLeft(page)
          .addPage({ size: [50, 50] })
          .rect(0, 0, 50, 50)
          .fill(BLUE)
      )
    )
    expect(file).toMatchObject({ format: 'pdf', status: 'ready', failure: null, resolution: '300x200' })
    const { colors, ...size } = await colorAt(file, [0.25, 0.5], [0.75, 0.5])
    expect(size).toEqual({ width: 1200, height: 800 })
    expectNear(colors[0], [...RED, 255])
    expect(colors[1]![3]).toBe(0)
    expect(await approve(file.asset_id)).toMatchObject({ status: 'approved' })
  })

  test('gets a watermark, colors, a blur, image analysis, and AVIF like every picture', async () => {
    const { asset_id, id } = await processed('fox.pdf', await pdf((page) => page.rect(0, 0, 300, 200).fill(BLUE)), { hasFollowUps: true })
    await approve(asset_id)
    const card = (await world.app.inject({ url: `/api/assets/${asset_id}` })).json()
    expect(card).toMatchObject({ dominant_color: '#1428c8', files: [{ blur: expect.stringMatching(/^data:image\/webp/) }] })
    const marked = await world.app.inject({ url: card.files[0].preview_urls[640] })
    expect([marked.statusCode, card.files[0].preview_urls[640]]).toEqual([200, expect.stringMatching(/640-marked\.webp$/)])
    expect((await sharp(marked.rawPayload).stats()).channels[0]!.stdev).toBeGreaterThan(1)
    expect((await world.app.inject({ url: card.files[0].preview_urls[640].replace('-marked', '') })).statusCode).toBe(404)
    expect(card.shared_picture).toMatchObject({ width: 1200, height: 800 })
    const kept = await world.db
      .selectFrom('catalogue.asset_file')
      .select(['colors', 'analysis_version'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(kept).toEqual({ colors: ['blue'], analysis_version: ANALYSIS_VERSION })
  })

  test('rotated by its own dictionary is drawn upright', async () => {
    const turned = await pdf((page) => Object.assign(redLeft(page).page.dictionary.data, { Rotate: 90 }))
    const file = await processed('turned.pdf', turned)
    expect(file).toMatchObject({ status: 'ready', resolution: '200x300' })
    const { colors } = await colorAt(file, [0.5, 0.25], [0.5, 0.75])
    expectNear(colors[0], [...RED, 255])
    expect(colors[1]![3]).toBe(0)
  })

  test.each([
    ['of 14,400 points', [14_400, 14_400]],
    ['much larger than the PDF limit', [900_000, 450_000]],
    ['that is very thin', [5, 14_000]]
  ])('with a page %s has previews of the usual size', async (_name, size) => {
    const file = await processed('huge.pdf', await pdf((page) => page.rect(0, 0, size[0]!, size[1]!).fill(RED), { size }))
    expect(file.status).toBe('ready')
    const { width, height, colors } = await colorAt(file, [0.5, 0.5])
    expect([width <= 1200, height <= 2400]).toEqual([true, true])
    expectNear(colors[0], [...RED, 255])
  })

  test('with only an owner password is drawn; one with a user password fails with a reason', async () => {
    expect(await processed('owner.pdf', await pdf(redLeft, { ownerPassword: `${Math.random()}` }))).toMatchObject({ status: 'ready' })
    const locked = await processed('locked.pdf', await pdf(redLeft, { userPassword: 'secret', ownerPassword: `${Math.random()}` }))
    expect(locked).toMatchObject({ status: 'failed', preview_urls: null, failure: expect.stringMatching(/locked with a password/) })
    await expect(approve(locked.asset_id)).rejects.toMatchObject({ status: 409, body: { code: 'no_files' } })
  })

  test('that is truncated or has no pages is reported as damaged', async () => {
    const whole = await pdf(redLeft)
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      Buffer.from(`%PDF-1.7\n% ${Math.random()}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF`)
    ])
      expect(await processed('half.pdf', bytes)).toMatchObject({
        status: 'failed',
        failure: expect.stringMatching(/damaged or incomplete/)
      })
  })

  test('that takes too long or too much memory to draw is stopped and fails with a reason', { timeout: 60_000 }, async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `${index % 300} ${(index * 7) % 200} l`)
    const dashes = handWrittenPdf(`[0.0001 0.0001] 0 d 0 0 m ${lines.join(' ')} S`)
    for (const bytes of [dashes, formsOfForms()])
      expect(await withPageLimit(SHORT_MS, () => processed('endless.pdf', bytes))).toMatchObject({
        status: 'failed',
        failure: expect.stringMatching(/too long to draw/)
      })
  })
})

describe.skipIf(!hasGhostscript)('an EPS drawn by Ghostscript', () => {
  test('is cropped to its bounding box on a transparent background', async () => {
    const file = await processed('fox.eps', eps(EPS_RED_LEFT))
    expect(file).toMatchObject({ format: 'eps', status: 'ready', failure: null, resolution: '300x200' })
    const { colors, ...size } = await colorAt(file, [0.25, 0.5], [0.75, 0.5])
    expect(size).toEqual({ width: 1200, height: 800 })
    expectNear(colors[0], [...RED, 255])
    expect(colors[1]![3]).toBe(0)
    expect(await approve(file.asset_id)).toMatchObject({ status: 'approved' })
  })

  test('with its bounding box at the end or behind a DOS header is drawn', async () => {
    const atEnd = eps(`${EPS_RED_LEFT} showpage\n%%Trailer\n%%BoundingBox: 100 100 400 300`, '%%BoundingBox: (atend)')
    const preview = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#00ff00' } })
      .tiff()
      .toBuffer()
    for (const bytes of [atEnd, dosEps(eps(EPS_RED_LEFT), preview)])
      expectNear((await colorAt(await processed('fox.eps', bytes), [0.25, 0.5])).colors[0], RED)
  })

  test('cannot read files, write files, or run programs', async () => {
    const tries = [
      '(/etc/passwd) (r) file',
      '(/etc/hostname) run',
      '(easel-was-here) (w) file',
      '(%pipe%id) (r) file',
      '(/etc/*) { = } 99 string filenameforall stop'
    ]
    for (const attempt of tries) {
      const code = `{ ${attempt} } stopped { 0.078 0.157 0.784 } { 0.863 0.118 0.157 } ifelse setrgbcolor 100 100 300 200 rectfill showpage`
      const file = await processed('nosy.eps', eps(code))
      expect(file.status).toBe('ready')
      expectNear((await colorAt(file, [0.5, 0.5])).colors[0], BLUE)
    }
    expect(await processed('nosy.eps', eps('(/etc/passwd) (r) file showpage'))).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/not allowed here/)
    })
  })

  test('that loops forever is stopped and fails with a reason', { timeout: 60_000 }, async () => {
    expect(await withPageLimit(SHORT_MS, () => processed('loop.eps', eps('{ } loop')))).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/too long to draw/)
    })
  })

  test.each([
    ['asks for an enormous page', '<< /PageSize [1000000 1000000] >> setpagedevice 0 0 9 9 rectfill showpage', undefined],
    ['is broken', 'this is no PostScript', undefined],
    ['has no bounding box', EPS_RED_LEFT, '%%Title: none'],
    ['has an empty bounding box', EPS_RED_LEFT, '%%BoundingBox: 0 0 0 0']
  ])('that %s fails with a reason', async (_name, code, box) => {
    const file = await processed('odd.eps', eps(code, box))
    expect(file).toMatchObject({ status: 'failed', preview_urls: null, failure: expect.stringMatching(/EPS could not be drawn|damaged/) })
  })
})

describe('without Ghostscript', () => {
  test('an EPS is shown by its embedded preview', async () => {
    allowGhostscript(false)
    const preview = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1428c8' } })
      .tiff()
      .toBuffer()
    const file = await processed('fox.eps', dosEps(eps(EPS_RED_LEFT), preview))
    expect(file).toMatchObject({ status: 'ready', resolution: '300x200' })
    expectNear((await colorAt(file, [0.5, 0.5])).colors[0], BLUE)
  })

  test('an EPS without a preview is stored, needs another file to be approved, and is drawn once Ghostscript may be used', async () => {
    allowGhostscript(false)
    const file = await processed('fox.eps', eps(EPS_RED_LEFT))
    expect(file).toMatchObject({ status: 'ready', preview_urls: null, resolution: null, failure: null })
    await expect(approve(file.asset_id)).rejects.toMatchObject({ status: 409, body: { code: 'no_picture' } })
    await sendUpload(world, token, { asset_id: file.asset_id }, { name: 'fox.png', bytes: await picture() })
    await world.work()
    expect(await approve(file.asset_id)).toMatchObject({ status: 'approved' })
    await drawUnseen(world.ctx())
    expect((await progressOf(file.id)).preview_urls).toBeNull()
    allowGhostscript(true)
    await drawUnseen(world.ctx())
    expect(await progressOf(file.id)).toMatchObject(hasGhostscript ? { status: 'ready', resolution: '300x200' } : { preview_urls: null })
  })
})

test('a file that cannot be drawn later stays ready', async () => {
  allowGhostscript(false)
  const file = await processed('broken.eps', eps('this is no PostScript'))
  allowGhostscript(true)
  await drawUnseen(world.ctx())
  expect(await progressOf(file.id)).toMatchObject({ status: 'ready', failure: null, preview_urls: null })
})
