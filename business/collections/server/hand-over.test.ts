import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { givenCollection } from '#tests/support/givens/hearts.ts'
import { nowAs } from '#tests/support/givens/plans.ts'
import { assetOnSale, boughtLicense, freshMarket, givenPrice, type Market } from '#tests/support/givens/sales.ts'
import { hasPrograms } from '#tests/support/programs.ts'
import { changeCollection, readCollection } from '../contract.ts'

let market: Market
let id: string
const folder = mkdtempSync(join(tmpdir(), 'easel-hand-over-'))
/** Titles that some system does not accept as they are. */
const TITLES = [
  'CON',
  'Blue fox: day/night?',
  `${'Ä long title 👩‍🎨 '.repeat(8)}`,
  'blue FOX: day/night?',
  'Ends with dots. . .',
  'lpt1.svg'
]

beforeAll(async () => {
  market = await freshMarket()
  const works: string[] = []
  for (const title of TITLES) works.push((await assetOnSale(market, { title })).id)
  for (const work of works) await boughtLicense(market, work, { client: 'Ann' })
  await boughtLicense(market, works[0]!, { client: 'Ann', type: 'extended' })
  const unlicensed = (await givenAsset(market, { title: 'Not licensed', category: 'icon' })).id
  ;({ id } = await givenCollection(market, 'Ann', [...works, unlicensed], 'Launch'))
  await (await nowAs(market, 'client', 'Ann'))(changeCollection, { params: { id }, body: { project: 'Spring, 2026' } })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await market.end()
})

async function handOver(query = '', client = 'Ann') {
  const { token } = await market.person('client', client)
  return fetch(`${market.address}/api/collections/${id}/hand-over${query}`, { headers: { authorization: `Bearer ${token}` } })
}

const PROGRAMS: [string, (file: string, target: string) => string[]][] = [
  ['unzip', (file, target) => ['-q', '-o', file, '-d', target]],
  ['7z', (file, target) => ['x', '-y', `-o${target}`, file]]
]
const unpacking = test.skipIf(!hasPrograms(...PROGRAMS.map(([program]) => program)))

/** Saves a hand-over, unpacks it with two programs, and compares what they have written. */
async function unpacked(query: string): Promise<{ names: string[]; read: (name: string) => Buffer; bytes: Buffer }> {
  const answer = await handOver(query)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="?Spring, 2026 - Launch\.zip"?/)
  const file = join(mkdtempSync(join(folder, 'zip-')), 'hand-over.zip')
  const bytes = Buffer.from(await answer.arrayBuffer())
  writeFileSync(file, bytes)
  const [first, ...others] = PROGRAMS.map(([program, args]) => {
    const target = mkdtempSync(join(folder, 'unpacked-'))
    execFileSync(program, args(file, target), { stdio: 'pipe' })
    return { names: namesIn(target), read: (name: string) => readFileSync(join(target, name)) }
  })
  for (const other of others) {
    expect(other.names).toEqual(first?.names)
    for (const name of other.names) expect(other.read(name).equals(first!.read(name))).toBe(true)
  }
  return { ...first!, bytes }
}

const namesIn = (target: string): string[] =>
  readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
    .toSorted()

async function textOf(pdf: Buffer): Promise<string> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const text = [...document.pages()].map((page) => page.getText()).join('\n')
  document.destroy()
  library.destroy()
  return text
}

unpacking('a hand-over has a file and a certificate for each license, a manifest, and the terms', async () => {
  const { names, read, bytes } = await unpacked('')
  const works = names.filter((name) => name.endsWith('.svg'))
  const certificates = names.filter((name) => name.startsWith('certificates/'))
  expect([works.length, certificates.length, names.length]).toEqual([7, 7, 16])
  expect(works[0]).toBe('001 CON.svg')
  expect(works.filter((name) => name.toLowerCase().endsWith(' blue fox day night.svg'))).toHaveLength(2)
  expect(works.slice(-2)).toEqual(['006 Ends with dots.svg', '007 lpt1.svg.svg'])
  // Windows and macOS do not tell upper from lower case.
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  for (const name of names) {
    expect(name).not.toMatch(/[<>:"\\|?*\p{Cc}]|[. ]$|[. ]\//u)
    expect(basename(name)).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*\./i)
    expect(Buffer.byteLength(name)).toBeLessThan(200)
  }
  // Bit 11 of each local header: the name is UTF-8.
  expect(bytes.readUInt16LE(6) & 0x0800).toBe(0x0800)
  for (const name of certificates) expect(await textOf(read(name))).toContain('Spring, 2026')
  expect(read('license-terms.txt').toString()).toContain('How limits are counted')
  const [head, ...lines] = read('manifest.csv').toString('utf8').replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe('file,asset_id,title,license_type,certificate_number')
  expect(lines).toHaveLength(7)
  for (const name of works) expect(lines.filter((line) => line.startsWith(`"${name}"`))).toHaveLength(1)
  for (const line of lines) expect(certificates.join(' ')).toContain(/LIC[\w-]+/.exec(line)?.[0])
})

unpacking('the files come in the format and width that were asked for, with the license in their metadata', async () => {
  const { names, read } = await unpacked('?format=png&width=64')
  const works = names.filter((name) => name.endsWith('.png'))
  expect(works).toHaveLength(7)
  const bytes = read(works[0]!)
  expect(bytes.readUInt32BE(16)).toBe(64)
  expect(bytes.toString('latin1')).toContain('WebStatement')
})

unpacking('the same works and format give the same names, so that a second hand-over can replace the first', async () => {
  const [first, second] = [await unpacked(''), await unpacked('')]
  expect(second.names).toEqual(first.names)
})

test('an unknown format, a collection without licenses, and one of someone else are refused', async () => {
  expect((await handOver('?format=psd')).status).toBe(422)
  expect((await handOver('?width=5')).status).toBe(422)
  expect((await handOver('', 'Bob')).status).toBe(404)
  const empty = await givenCollection(market, 'Bob', [(await assetOnSale(market)).id])
  const { token } = await market.person('client', 'Bob')
  const address = `${market.address}/api/collections/${empty.id}/hand-over`
  expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(409)
})

test('the collection says what its reader has licenses for', async () => {
  await givenPrice(market, 'icon', '10')
  const shown = await (await nowAs(market, 'client', 'Ann'))(readCollection, { params: { id } })
  expect([shown.licensed_count, shown.items[0]?.licenses.toSorted(), shown.items[6]?.licenses]).toEqual([6, ['extended', 'personal'], []])
})

test('a receiver that leaves early leaves nothing behind, and may come again', async () => {
  for (let times = 0; times < 4; times += 1) {
    const answer = await handOver('?format=webp')
    await answer.body?.cancel()
  }
  await expect.poll(async () => (await handOver('?format=webp')).status).toBe(200)
})
