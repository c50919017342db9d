import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from '#platform/server/file-store.ts'
import { make } from './making.ts'
import type { Facts } from './metadata.ts'
import { factsOfFree, factsOfLicense } from './metadata.ts'
import { sizeOf, streamParts } from './metadata-parts.ts'
import { withoutFacts } from './metadata-plain.ts'
import { withFacts } from './metadata-write.ts'

const folder = mkdtempSync(join(tmpdir(), 'easel-facts-'))
const files = openFiles(join(folder, 'files'))
/** Debian's libimage-exiftool-perl; where it is missing, other tests still look for the facts in the bytes. */
const reading = test.skipIf(spawnSync('exiftool', ['-ver']).status !== 0)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const site = { public_url: 'https://easel.test', brand_name: 'Easel' }
const credit = { asset_id: 'a1', title: 'Blue fox', creator: 'Ada Lovelace', licence_title: null, licence_url: null }
const license = { license_type: 'commercial', certificate_number: 'LIC-7K4M' } as const
const facts = factsOfLicense(site, credit, license)

const drawn = Buffer.from(
  '<?xml version="1.0"?><!-- <svg> --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><circle cx="20" cy="15" r="9" fill="#00b4d8"/></svg>'
)
const FORMATS = ['png', 'jpg', 'webp', 'pdf', 'svg'] as const
type Format = (typeof FORMATS)[number]

const plain = async (format: Format): Promise<Buffer> =>
  format === 'svg' ? drawn : withoutFacts(format, await make(drawn, true, { format, width: 200, height: 150 }))

/** A file as it would be handed out. */
async function written(format: Format, bytes: Buffer, told: Facts = facts): Promise<Buffer> {
  const key = `plain/${randomUUID()}`
  await files.put(key, bytes, 'application/octet-stream')
  const parts = await withFacts(files, { key, bytes: bytes.length }, format, told)
  const whole = await buffer(streamParts(files, key, parts, { start: 0, end: sizeOf(parts) - 1 }))
  expect(whole.length).toBe(sizeOf(parts))
  const middle = { start: 7, end: whole.length - 9 }
  expect((await buffer(streamParts(files, key, parts, middle))).equals(whole.subarray(middle.start, middle.end + 1))).toBe(true)
  return whole
}

/** What exiftool finds, by group and name; it also warns of what is malformed. */
async function read(format: Format, bytes: Buffer): Promise<Record<string, unknown>> {
  const path = join(folder, `${randomUUID()}.${format}`)
  await writeFile(path, bytes)
  const { stdout } = await promisify(execFile)('exiftool', ['-json', '-struct', '-G1', '-a', '-validate', '-warning', '-all', path])
  return JSON.parse(stdout)[0]
}

reading.each(FORMATS)('exiftool reads the facts of a licence in %s', async (format) => {
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
    'XMP-plus:LicensorTransactionID': ['LIC-7K4M'],
    'XMP-plus:Licensor': [{ LicensorName: 'Easel', LicensorURL: 'https://easel.test' }]
  })
  expect(Object.keys(found).filter((name) => name.endsWith('Warning'))).toEqual([])
})

reading('a JPG carries IPTC too, a PDF its own information', async () => {
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

test.each(FORMATS.filter((format) => format !== 'pdf'))('the picture in %s stays the same', async (format) => {
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
  'hostile names (%s) stay data in %s',
  async (_, format, text) => {
    const told = factsOfLicense(site, { ...credit, title: text, creator: text, licence_title: text, licence_url: text }, license)
    const bytes = await written(format, await plain(format), told)
    const found = await read(format, bytes)
    const shown = text.replace('a\u0000b\nc\u001b[0m', 'a b c [0m').replace('\uD800', '\uFFFD')
    expect(found).toMatchObject({ 'XMP-dc:Title': shown, 'XMP-dc:Creator': [shown], 'XMP-dc:Identifier': 'LIC-7K4M' })
    expect(Object.keys(found).filter((name) => name.endsWith('Warning'))).toEqual([])
    if (format !== 'pdf') expect(await sharp(bytes).metadata()).toMatchObject({ width: expect.any(Number) })
  }
)

reading('a free file says how it may be used', async () => {
  const found = await read('png', await written('png', await plain('png'), factsOfFree(site, credit, 'r1')))
  expect(found).toMatchObject({
    'XMP-xmpRights:UsageTerms': 'Free license from Easel: non-commercial use, attribution required.',
    'XMP-xmpRights:WebStatement': 'https://easel.test/free-license',
    'XMP-dc:Identifier': 'FREE-r1'
  })
})

test("open-licensed artwork names its author's licence", () => {
  const open = { ...credit, licence_title: 'MIT', licence_url: 'https://mit.test' }
  expect(factsOfLicense(site, open, license).rights).toBe('© Ada Lovelace. Artwork under MIT (https://mit.test).')
})

reading.each(['png', 'jpg', 'webp'] as const)("an uploaded %s loses others' XMP, and nothing of its picture", async (format) => {
  const others =
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:source>elsewhere</dc:source><dc:format>theirs</dc:format></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
  const uploaded = await sharp(drawn, { density: 500 })
    .flatten({ background: '#fff' })
    .toFormat(format === 'jpg' ? 'jpeg' : format)
    .withXmp(others)
    .withExif({ IFD0: { Software: 'A camera' } })
    .toBuffer()
  const bytes = await written(format, withoutFacts(format, uploaded))
  const found = await read(format, bytes)
  expect(found).toMatchObject({ 'XMP-dc:Source': 'https://easel.test/assets/a1', 'IFD0:Software': 'A camera' })
  expect(found).not.toHaveProperty('XMP-dc:Format')
  expect(found['ExifTool:Warning']).toEqual((await read(format, uploaded))['ExifTool:Warning'])
  const pixels = (of: Buffer) => sharp(of).raw().toBuffer()
  expect((await pixels(bytes)).equals(await pixels(uploaded))).toBe(true)
})
