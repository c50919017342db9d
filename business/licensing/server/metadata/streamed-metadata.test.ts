import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { render } from '../renditions/render-tasks.ts'
import { licenseMetadata } from './metadata.ts'
import { type Source, sizeOf, streamParts } from './parts.ts'
import { SVG_HEAD, svgMetadata } from './svg.ts'
import { withMetadata } from './write.ts'

const metadata = licenseMetadata(
  { public_url: 'https://easel.test', brand_name: 'Easel' },
  { asset_id: 'a1', title: 'Blue „fox“ 🦊', creator: 'Ada Lovelace', license_title: null, license_url: null, origin: 'human' },
  { license_type: 'personal', certificate_number: 'LIC-7K4M' }
)

const INSERTED = Buffer.concat(svgMetadata(metadata).map(({ bytes }) => bytes)).toString()

/** Counts what is read before the first byte is sent. */
function source(bytes: Buffer): Source & { read: () => number } {
  let read = 0
  return {
    bytes: bytes.length,
    stream: async ({ start, end }) => {
      read += end - start + 1
      return Readable.from([bytes.subarray(start, end + 1)])
    },
    read: () => read
  }
}

async function written(bytes: Buffer, format: 'svg' | 'pdf') {
  const from = source(bytes)
  const parts = await withMetadata(from, format, metadata)
  const read = from.read()
  const size = sizeOf(parts)
  const section = async (start: number, end: number) => buffer(streamParts(from, parts, { start, end }))
  const whole = await section(0, size - 1)
  const [third, rest] = [Math.floor(size / 3), Math.floor((2 * size) / 3)]
  expect((await section(third, rest)).equals(whole.subarray(third, rest + 1)), 'a range').toBe(true)
  return { whole, read }
}

/** How the metadata was placed when the whole file was read as one text. */
const ROOT =
  /^(?:\s|\ufeff|<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>)*<svg(?:\s(?:[^"'>]|"[^"]*"|'[^']*')*)?>/i
function wholeSvg(bytes: Buffer): Buffer {
  const svg = bytes.toString()
  const [opening] = ROOT.exec(svg) ?? []
  if (opening === undefined || opening.endsWith('/>')) return bytes
  return Buffer.from(svg.slice(0, opening.length) + INSERTED + svg.slice(opening.length))
}

const NS = 'xmlns="http://www.w3.org/2000/svg"'
const ODD: Record<string, string> = {
  'a byte order mark': `\ufeff<svg ${NS}><path d="M0 0"/></svg>`,
  'a declaration, comments, and a document type with entities': `<?xml version="1.0"?>\n<!-- <svg> -> -- ü -->\n<!DOCTYPE svg [<!ENTITY a "b > c">]>\n<svg ${NS}/><!-- -->`,
  'an unusual document type': `<!DOCTYPE svg [ > <svg ${NS}>`,
  'a document type without an end': `<!DOCTYPE svg ${'['.repeat(999)}`,
  'document types that can be read in two ways': `${'<!DOCTYPE[><!--]-->'.repeat(12)}<g/>`,
  'an angle bracket in an attribute': `<svg ${NS} data-a="a>b" data-b='"/>' ><g/></svg>`,
  'large letters and no attributes': '<SVG><g>🦊</g></SVG>',
  'an empty root': `<svg ${NS}/>`,
  'another root': `<svgs><svg ${NS}></svg></svgs>`,
  'a root that does not end': `<svg ${NS} a="`,
  'text before the root': `x<svg ${NS}></svg>`,
  nothing: '',
  'special spaces': `\u00a0\u2028<svg\u00a0${NS}>é</svg>`
}

test.each(Object.entries(ODD))('an SVG with %s gets the same bytes as when it was read whole', async (_, svg) => {
  const bytes = Buffer.from(svg)
  expect((await written(bytes, 'svg')).whole.equals(wholeSvg(bytes))).toBe(true)
})

const ICONS = 'node_modules/@tabler/icons/icons/outline'
const names = readdirSync(ICONS).filter((_, index) => index % 100 === 0)

test.each([...names.map((name) => join(ICONS, name)), 'public/favicon.svg'])(
  '%s gets the same bytes as when it was read whole',
  async (path) => {
    const bytes = readFileSync(path)
    const { whole } = await written(bytes, 'svg')
    expect(whole.equals(wholeSvg(bytes))).toBe(true)
    expect(whole.includes('<metadata>')).toBe(true)
  }
)

test('of a large SVG only the head is read, and one whose root comes later, or is not UTF-8, is delivered unchanged', async () => {
  const body = Buffer.from(`<svg ${NS}>${'<path d="M0 0"/>'.repeat(1_000_000)}</svg>`)
  const large = await written(body, 'svg')
  expect([large.read, large.whole.length]).toEqual([SVG_HEAD, body.length + Buffer.byteLength(INSERTED)])
  for (const odd of [
    Buffer.concat([Buffer.from(`<!--${' '.repeat(SVG_HEAD)}-->`), body]),
    Buffer.concat([Buffer.from('<!--'), Buffer.from([0xff, 0xfe]), Buffer.from('-->'), body])
  ])
    expect((await written(odd, 'svg')).whole.equals(odd)).toBe(true)
})

test('the time to find the root grows with the length only', async () => {
  for (const hostile of ['<!DOCTYPE[><!--]-->', '<!DOCTYPE ', '<!--', '<?', '<svg "', ' '].map((text) =>
    Buffer.from(text.repeat(SVG_HEAD / text.length))
  )) {
    const start = performance.now()
    expect((await written(hostile, 'svg')).whole.equals(hostile)).toBe(true)
    expect(performance.now() - start).toBeLessThan(1000)
  }
})

/** Where the catalogue was found when the whole file was searched. */
function wholeCatalogue(pdf: Buffer, root: number): string {
  const mark = `\n${root} 0 obj\n`
  const at = pdf.lastIndexOf(mark)
  return pdf.toString('latin1', at + mark.length, pdf.indexOf('endobj', at))
}

const drawn = (inner: string) => Buffer.from(`<svg ${NS} width="400" height="300" viewBox="0 0 400 300">${inner}</svg>`)
const DRAWINGS = {
  paths: drawn('<circle cx="20" cy="15" r="9" fill="#00b4d8"/>'),
  transparency: drawn('<circle cx="20" cy="15" r="9" fill="#00b4d8" opacity=".5"/>'),
  'a picture': drawn('<filter id="f"><feTurbulence baseFrequency=".9"/></filter><rect width="400" height="300" filter="url(#f)"/>')
}

test.each(Object.entries(DRAWINGS))(
  'of a PDF with %s only the end is read, and the catalogue is the one in the whole file',
  async (_, svg) => {
    const pdf = await render(svg, true, { format: 'pdf', width: 1200, height: 900 })
    const { whole, read } = await written(pdf, 'pdf')
    expect(whole.subarray(0, pdf.length).equals(pdf)).toBe(true)
    expect(read).toBeLessThan(40_000)
    const update = whole.subarray(pdf.length).toString('latin1')
    const [, root = '', catalogue = ''] = /^\n(\d+) 0 obj\n([\s\S]*?)endobj/.exec(update) ?? []
    const before = wholeCatalogue(pdf, Number(root))
    expect(catalogue.startsWith(before.slice(0, before.lastIndexOf('>>')))).toBe(true)
  }
)

test('a PDF that was not written by us is an error, whatever its table says', async () => {
  const pdf = (await render(DRAWINGS.paths, true, { format: 'pdf', width: 120, height: 90 })).toString('latin1')
  for (const odd of [
    pdf.replace(/startxref\s+\d+/, 'startxref\n99999999999'),
    pdf.replace(/startxref\s+\d+/, 'startxref\n1'),
    pdf.replace('trailer', 'tailer'),
    pdf.replace(/\/Root \d+/, '/Root 9999'),
    ''
  ])
    await expect(written(Buffer.from(odd, 'latin1'), 'pdf')).rejects.toThrow('not written by us')
})
