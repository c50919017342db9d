import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declaresAi, type Origin } from '#catalogue/origin.rules.ts'
import { withCredentials } from '#licensing/server/metadata/credentials/signed-parts.ts'
import { developmentIdentity, type SigningIdentity } from '#licensing/server/metadata/credentials/signing-identity.ts'
import { licenseMetadata } from '#licensing/server/metadata/metadata.ts'
import { type Source, sizeOf, streamParts } from '#licensing/server/metadata/parts.ts'
import { render } from '#licensing/server/renditions/render-tasks.ts'
import { emptyAsset, drawing as givenDrawing, picture, sendUpload } from './support/givens/submissions.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
let identity: SigningIdentity
beforeAll(async () => {
  world = await freshWorld()
  identity = await developmentIdentity('of a camera')
})
afterAll(() => world.end())

const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
const FORMATS = ['png', 'jpg', 'webp', 'svg', 'pdf'] as const
type Format = (typeof FORMATS)[number]

async function plain(format: Format): Promise<Buffer> {
  if (format === 'svg') return givenDrawing()
  return format === 'pdf' ? render(givenDrawing(), true, { format, width: 200, height: 200 }) : picture(format)
}

/** A file that a program has signed, saying that the picture is of this origin. */
async function signed(format: Format, origin: Origin): Promise<Buffer> {
  const bytes = await plain(format)
  const source: Source = { bytes: bytes.length, stream: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]) }
  const metadata = licenseMetadata(
    { public_url: 'https://elsewhere.test', brand_name: 'A program' },
    { asset_id: 'x', title: 'Fox', creator: 'Someone', license_title: null, license_url: null, origin },
    { license_type: 'personal', certificate_number: 'X' }
  )
  const parts = await withCredentials(source, format, metadata, { identity, version: `${format} ${origin}` })
  return buffer(streamParts(source, parts, { start: 0, end: sizeOf(parts) - 1 }))
}

async function declaredBy(name: string, bytes: Buffer): Promise<string[] | null> {
  const { token } = await world.person('employee')
  const { status, body } = await sendUpload(world, token, { asset_id: await emptyAsset(world) }, { name, bytes })
  expect([name, status, body.error]).toEqual([name, 200, undefined])
  const file = world.db.selectFrom('catalogue.asset_file').select('declared_sources').where('id', '=', body.id)
  return (await file.executeTakeFirstOrThrow()).declared_sources
}

test.each(FORMATS)('what the Content Credentials of an uploaded %s declare is stored', async (format) => {
  const declared = await declaredBy(`fox.${format}`, await signed(format, 'ai_generated'))
  expect(declared).toEqual([GENERATED])
  expect(declaresAi(declared)).toBe(true)
})

test('credentials that name no type declare nothing, and a file without any has none', async () => {
  expect(await declaredBy('fox.png', await signed('png', 'unknown'))).toEqual([])
  expect(await declaredBy('fox.webp', await signed('webp', 'human'))).toHaveLength(1)
  expect(await declaredBy('fox.svg', await plain('svg'))).toBeNull()
  expect([declaresAi(null), declaresAi([]), declaresAi(['http://cv.iptc.org/newscodes/digitalsourcetype/digitalCreation'])]).toEqual([
    false,
    false,
    false
  ])
})

test('damaged credentials do not keep a picture out', async () => {
  const bytes = await signed('jpg', 'ai_generated')
  const at = bytes.indexOf('jumb')
  const damaged = Buffer.concat([bytes.subarray(0, at + 20), Buffer.alloc(60, 0xff), bytes.subarray(at + 80)])
  expect((await sharp(damaged).metadata()).format).toBe('jpeg')
  expect(await declaredBy('fox.jpg', damaged)).toBeNull()
  const text = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><!-- c2pa ${Math.random()} --><path d="M0 0h9v9z"/></svg>`
  )
  expect(await declaredBy('words.svg', text)).toBeNull()
})
