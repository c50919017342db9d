import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from '#platform/server/files/file-store.ts'
import { hasPrograms } from '#tests/support/programs.ts'
import { render } from '../renditions/render-tasks.ts'
import { inStore } from '../renditions/rendition-store.service.ts'
import type { LicenseMetadata } from './metadata.ts'
import { freeMetadata, licenseMetadata } from './metadata.ts'
import { sizeOf, streamParts } from './parts.ts'
import { stripMetadata } from './strip.ts'
import { withMetadata } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'easel-metadata-'))
const files = openFiles(join(folder, 'files'))
/** Requires Debian's libimage-exiftool-perl. Without it, other tests still search the bytes for the metadata. */
const reading = test.skipIf(!hasPrograms('exiftool'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const site = { public_url: 'https://easel.test', brand_name: 'Easel' }
const credit = {
  asset_id: 'a1',
  title: 'Blue fox',
  creator: 'Ada Lovelace',
  license_title: null,
  license_url: null,
  origin: 'ai_assisted'
} as const
const license = { license_type: 'commercial', certificate_number: 'LIC-7K4M' } as const
const metadata = licenseMetadata(site, credit, license)

const drawn = Buffer.from(
  '<?xml version="1.0"?><!-- <svg> --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><circle cx="20" cy="15" r="9" fill="#00b4d8"/></svg>'
)
const FORMATS = ['png', 'jpg', 'webp', 'pdf', 'svg'] as const
type Format = (typeof FORMATS)[number]

const plain = async (format: Format): Promise<Buffer> =>
  format === 'svg' ? drawn : stripMetadata(format, await render(drawn, true, { format, width: 200, height: 150 }))

/** Returns a file with its metadata, as it would be delivered. */
async function written(format: Format, bytes: Buffer, embedded: LicenseMetadata = metadata): Promise<Buffer> {
  const key = `plain/${randomUUID()}`
  await files.put(key, bytes, 'application/octet-stream')
  const stored = inStore(files, { key, bytes: bytes.length })
  const parts = await withMetadata(stored, format, embedded)
  const whole = await buffer(streamParts(stored, parts, { start: 0, end: sizeOf(parts) - 1 }))
  expect(whole.length).toBe(sizeOf(parts))
  const middle = { start: 7, end: whole.length - 9 }
  expect((await buffer(streamParts(stored, parts, middle))).equals(whole.subarray(middle.start, middle.end + 1))).toBe(true)
  return whole
}

/** Returns the tags that exiftool finds, by group and name, with a warning for malformed data. */
async function read(format: Format, bytes: Buffer): Promise<Record<string, unknown>> {
  const path = join(folder, `${randomUUID()}.${format}`)
  await writeFile(path, bytes)
  const { stdout } = await promisify(execFile)('exiftool', ['-json', '-struct', '-G1', '-a', '-validate', '-warning', '-all', path])
  return JSON.parse(stdout)[0]
}

reading.each(FORMATS)('exiftool reads the metadata of a license in %s', async (format) => {
  const found = await read(format, await written(format, await plain(format)))
  expect(found).toMatchObject({
    'XMP-dc:Title': 'Blue fox',
    'XMP-dc:Creator': ['Ada Lovelace'],
    'XMP-dc:Rights': '© Ada Lovelace.',
    'XMP-dc:Identifier': 'LIC-7K4M',
    'XMP-dc:Source': 'https://easel.test/assets/a1',
    'XMP-xmpRights:WebStatement': 'https://easel.test/license-terms',
    'XMP-xmpRights:UsageTerms': 'Commercial license LIC-7K4M from Easel.',
    'XMP-cc:License': 'https://easel.test/license-terms',
    'XMP-iptcExt:DigitalSourceType': 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
    'XMP-plus:LicensorTransactionID': ['LIC-7K4M'],
    'XMP-plus:Licensor': [{ LicensorName: 'Easel', LicensorURL: 'https://easel.test' }]
  })
  expect(Object.keys(found).filter((name) => name.endsWith('Warning'))).toEqual([])
})

reading('a JPG also has IPTC metadata, and a PDF has its document information', async () => {
  const jpg = await read('jpg', await written('jpg', await plain('jpg')))
  expect(jpg).toMatchObject({
    'IPTC:By-line': 'Ada Lovelace',
    'IPTC:CopyrightNotice': '© Ada Lovelace.',
    'IPTC:OriginalTransmissionReference': 'LIC-7K4M',
    'IPTC:SpecialInstructions': 'Commercial license LIC-7K4M from Easel. https://easel.test/license-terms'
  })
  const pdf = await read('pdf', await written('pdf', await plain('pdf')))
  expect(pdf).toMatchObject({ 'PDF:Title': 'Blue fox', 'PDF:Author': 'Ada Lovelace', 'PDF:Keywords': 'LIC-7K4M', 'PDF:PageCount': 1 })
})

test.each(FORMATS.filter((format) => format !== 'pdf'))('the metadata does not change the picture in %s', async (format) => {
  const before = await plain(format)
  const pixels = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer()
  expect((await pixels(await written(format, before))).equals(await pixels(before))).toBe(true)
})

const HOSTILE = {
  markup: `"/><script>alert('1')</script> & ]]> <?xpacket end="w"?> --> </metadata></svg>`,
  long: 'W'.repeat(160),
  other: '‮كعكة الأرنب 🦊 日本語 ﷽',
  controls: 'a\u0000b\nc\u001b[0m) >> endobj\uD800'
}

reading.each(Object.entries(HOSTILE).flatMap(([kind, text]) => FORMATS.map((format) => [kind, format, text] as const)))(
  'hostile names (%s) are only data in %s',
  async (_, format, text) => {
    const embedded = licenseMetadata(site, { ...credit, title: text, creator: text, license_title: text, license_url: text }, license)
    const bytes = await written(format, await plain(format), embedded)
    const found = await read(format, bytes)
    const shown = text.replace('a\u0000b\nc\u001b[0m', 'a b c [0m').replace('\uD800', '\uFFFD')
    expect(found).toMatchObject({ 'XMP-dc:Title': shown, 'XMP-dc:Creator': [shown], 'XMP-dc:Identifier': 'LIC-7K4M' })
    expect(Object.keys(found).filter((name) => name.endsWith('Warning'))).toEqual([])
    if (format !== 'pdf') expect(await sharp(bytes).metadata()).toMatchObject({ width: expect.any(Number) })
  }
)

reading.each([
  ['human', 'digitalCreation'],
  ['ai_assisted', 'compositeWithTrainedAlgorithmicMedia'],
  ['ai_generated', 'trainedAlgorithmicMedia'],
  ['unknown', undefined]
] as const)('a free file of the origin %s has the digital source type %s', async (origin, type) => {
  const found = await read('png', await written('png', await plain('png'), freeMetadata(site, { ...credit, origin }, 'r1')))
  expect(found['XMP-iptcExt:DigitalSourceType']).toBe(type && `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`)
})

reading('a free file states how it may be used', async () => {
  const found = await read('png', await written('png', await plain('png'), freeMetadata(site, credit, 'r1')))
  expect(found).toMatchObject({
    'XMP-xmpRights:UsageTerms': 'Free license from Easel: non-commercial use, attribution required.',
    'XMP-xmpRights:WebStatement': 'https://easel.test/free-license',
    'XMP-dc:Identifier': 'FREE-r1'
  })
})

test("open-licensed artwork names its author's license", () => {
  const open = { ...credit, license_title: 'MIT', license_url: 'https://mit.test' }
  expect(licenseMetadata(site, open, license).rights).toBe('© Ada Lovelace. Artwork under MIT (https://mit.test).')
})

reading.each(['png', 'jpg', 'webp'] as const)('the XMP of an uploaded %s is removed without changing the picture', async (format) => {
  const others =
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:source>elsewhere</dc:source><dc:format>theirs</dc:format></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
  const uploaded = await sharp(drawn, { density: 500 })
    .flatten({ background: '#fff' })
    .toFormat(format === 'jpg' ? 'jpeg' : format)
    .withXmp(others)
    .withExif({ IFD0: { Software: 'A camera' } })
    .toBuffer()
  const bytes = await written(format, stripMetadata(format, uploaded))
  const found = await read(format, bytes)
  expect(found).toMatchObject({ 'XMP-dc:Source': 'https://easel.test/assets/a1', 'IFD0:Software': 'A camera' })
  expect(found).not.toHaveProperty('XMP-dc:Format')
  expect(found['ExifTool:Warning']).toEqual((await read(format, uploaded))['ExifTool:Warning'])
  const pixels = (of: Buffer) => sharp(of).raw().toBuffer()
  expect((await pixels(bytes)).equals(await pixels(uploaded))).toBe(true)
})
