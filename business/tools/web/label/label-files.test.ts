import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newLabel } from '../../label.rules.ts'
import { layOut } from './label-layout.ts'
import { labelPdf, packed } from './label-pdf.ts'
import { labelSvg } from './label-svg.ts'
import { directionOf, type Measure, wrap } from './label-text.ts'

/** Every character is half as wide as the font size. */
const measure: Measure = (text, { size }) => [...text].length * size * 0.5
const tenWide = (text: string) => [...text].length * 10

test('text breaks between words, and within a word that is wider than a line', () => {
  expect(wrap('one two three', 80, tenWide)).toEqual(['one two', 'three'])
  expect(wrap('Donaudampfschiff', 60, tenWide)).toEqual(['Donaud', 'ampfsc', 'hiff'])
  expect(wrap('日本語のテキスト', 30, tenWide)).toEqual(['日本語', 'のテキ', 'スト'])
  expect(wrap('a\n\n b \r\nc', 80, tenWide)).toEqual(['a', 'b', 'c'])
  expect(wrap(' \n ', 80, tenWide)).toEqual([])
})

test('a grapheme is never split', () => {
  expect(wrap('👩‍🚀👩‍🚀', 30, tenWide)).toEqual(['👩‍🚀', '👩‍🚀'])
  expect(wrap('👩‍🚀', 10, tenWide)).toEqual(['👩‍🚀'])
})

test('the direction of a line follows its first letter', () => {
  expect(directionOf('12 مرحبا')).toBe('rtl')
  expect(directionOf('Hello مرحبا')).toBe('ltr')
})

test('markup in texts is escaped in the SVG', () => {
  const layout = layOut({ ...newLabel('https://a.test'), website: 'a.test', label_title: '<script>&"\u0001</script>' }, measure)
  expect(labelSvg(layout)).toContain('>&lt;script&gt;&amp;"&lt;/script&gt;</text>')
})

const layout = layOut({ ...newLabel('https://a.test'), website: 'a.test', label_title: 'Spring', size: 512 }, measure)
const white = { width: 1024, height: layout.height * 2, pixels: new Uint8Array(1024 * layout.height * 2).fill(255) }
const pdf = async () => Buffer.from(await labelPdf([{ layout, texts: await packed(white) }]).arrayBuffer())

test('the PDF has one page in the size of the label at 150 dpi, and a valid cross-reference table', async () => {
  const file = (await pdf()).toString('latin1')
  expect(file.startsWith('%PDF-1.4\n')).toBe(true)
  expect(file).toContain(`/MediaBox [0 0 ${(512 * 72) / 150} ${(layout.height * 72) / 150}]`)
  const table = Number(/startxref\n(\d+)\n/.exec(file)![1])
  expect(file.slice(table, table + 5)).toBe('xref\n')
  const offsets = [...file.slice(table).matchAll(/^(\d{10}) 00000 n /gm)].map(([, at]) => Number(at))
  expect(offsets).toHaveLength(5)
  for (const [index, at] of offsets.entries()) expect(file.slice(at, at + 7)).toBe(`${index + 1} 0 obj`)
})

test('the stream lengths in the PDF are correct', async () => {
  const file = (await pdf()).toString('latin1')
  const streams = [...file.matchAll(/\/Length (\d+) >>\nstream\n/g)]
  expect(streams).toHaveLength(2)
  for (const { 0: head, 1: length, index } of streams) {
    const end = index + head.length + Number(length)
    expect(file.slice(end, end + 10)).toBe('\nendstream')
  }
})

test('the code in the PDF covers the same modules as in the SVG', async () => {
  const file = (await pdf()).toString('latin1')
  const drawn = /cm ([\d. mlh]+) f\* Q/.exec(file)![1]!
  const path = drawn
    .replace(/([\d.]+) ([\d.]+) ([ml])/g, (_, x, y, sign: string) => `${sign.toUpperCase()}${x} ${y}`)
    .replaceAll(/ ?h ?/g, 'z')
  const { width, height } = layout.code.symbol
  const drawing = (d: string) =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill-rule="evenodd" d="${d}"/></svg>`)
    )
      .raw()
      .toBuffer()
  expect((await drawing(path)).equals(await drawing(layout.code.symbol.path))).toBe(true)
})
