import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { readEmbedded } from './embedded-words.ts'

beforeAll(() => vi.stubGlobal('DOMParser', new JSDOM('').window.DOMParser))

const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Grüner Fuchs</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">It sleeps.</rdf:li></rdf:Alt></dc:description>
<dc:subject><rdf:Bag><rdf:li>fox</rdf:li><rdf:li>green</rdf:li><rdf:li>Fox</rdf:li></rdf:Bag></dc:subject>
</rdf:Description></rdf:RDF></x:xmpmeta>`
const WORDS = { title: 'Grüner Fuchs', description: 'It sleeps.', tags: ['fox', 'green'] }
const image = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
const read = (bytes: Uint8Array | string, format: string) =>
  readEmbedded(new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), format)

test.each(['jpeg', 'png', 'webp'] as const)('title, description, and keywords are read from the XMP of a %s', async (format) => {
  expect(await read(await image().withXmp(packet).toFormat(format).toBuffer(), format)).toEqual(WORDS)
})

test('XMP at the end of a large file is found', async () => {
  expect(await read(Buffer.concat([Buffer.alloc(3_000_000), Buffer.from(packet)]), 'pdf')).toEqual(WORDS)
})

/** A dataset of IPTC record 2. */
const record = (field: number, text: string) =>
  Buffer.concat([Buffer.from([0x1c, 2, field, 0, Buffer.byteLength(text)]), Buffer.from(text)])

test('IPTC with several keywords is read', async () => {
  const records = Buffer.concat([record(5, 'Blue fox'), record(25, 'fox'), record(25, 'blau, tief'), record(120, 'It looks up.')])
  const head = Buffer.from('8BIM\u0004\u0004\0\0\0\0\0\0', 'latin1')
  expect(await read(Buffer.concat([Buffer.from([0xff, 0xd8]), head, records]), 'jpg')).toEqual({
    title: 'Blue fox',
    description: 'It looks up.',
    tags: ['fox', 'blau, tief']
  })
})

test('EXIF is read', async () => {
  const bytes = await image()
    .withExif({ IFD0: { ImageDescription: 'A fox looks up.' } })
    .jpeg()
    .toBuffer()
  expect(await read(bytes, 'jpg')).toEqual({ description: 'A fox looks up.' })
})

test('title, description, keywords, and shape are read from an SVG', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 24"><title>Heron</title><desc>Wades.</desc><metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Other</dc:title><dc:subject><rdf:Bag><rdf:li>bird</rdf:li></rdf:Bag></dc:subject></rdf:RDF></metadata><g><title>inner</title></g></svg>`
  expect(await read(svg, 'svg')).toEqual({ title: 'Heron', description: 'Wades.', tags: ['bird'], shape: { width: 48, height: 24 } })
})

test('the information dictionary of a PDF is read, including hexadecimal and UTF-16', async () => {
  expect(await read('%PDF-1.4\n<< /Title (Fox \\(blue\\)) /Keywords <FEFF0066006F0078002C00E90074> >>', 'pdf')).toEqual({
    title: 'Fox (blue)',
    tags: ['fox', 'ét']
  })
})

test('the header comments of an EPS are read', async () => {
  expect(await read('%!PS-Adobe-3.0 EPSF-3.0\n%%Title: (Blue fox)\n%%Keywords: fox, blue\n', 'eps')).toEqual({
    title: 'Blue fox',
    tags: ['fox', 'blue']
  })
})

test.each(['jpg', 'png', 'webp', 'svg', 'pdf', 'eps'])('a broken %s yields nothing', async (format) => {
  expect(await read('Exif\0\0MM\0*\xff\xff\xff\xff 8BIM\u0004\u0004 <x:xmpmeta <svg </x:xmpmeta>', format)).toEqual({})
})
