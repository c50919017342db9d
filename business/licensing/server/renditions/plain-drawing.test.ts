import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readPlainDrawing } from './plain-drawing.ts'
import { render } from './render-tasks.ts'

const svg = (inside: string, root = 'viewBox="0 0 24 12"') => `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`
const pathOf = async (inside: string) => (await readPlainDrawing(svg(inside)))?.shapes.map(({ path }) => path)

test.each([
  ['<path d="M1 2h3v4z"/>', ['M1 2h3v4z']],
  ['<circle cx="5" cy="6" r="2"/>', ['M3 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z']],
  ['<rect x="1" y="2" width="3" height="4"/>', ['M1 2h3v4h-3Z']],
  ['<rect width="8" height="6" rx="1"/>', ['M1 0h6a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-4a1 1 0 0 1 1 -1Z']],
  ['<line x1="1" y1="2" x2="3" y2="4"/>', ['M1 2L3 4']],
  ['<polygon points="1,2 3,4 5,6"/>', ['M1 2 3 4 5 6Z']],
  ['<path d="M0 0a1 1 0 0 1 1 1s.5-1.5 1 2 3 4 5 6"/>', ['M0 0a1 1 0 0 1 1 1c0 0 .5 -1.5 1 2s3 4 5 6']],
  ['<title>a</title><g fill="none"><path d="M0 0"/></g>', ['M0 0']]
])('%s is a plain drawing', async (inside, paths) => expect(await pathOf(inside)).toEqual(paths))

test('colors, groups and transforms reach each shape', async () => {
  const inside =
    '<g fill="#f00" stroke="currentColor" stroke-width="2" transform="translate(1 2)"><path d="M0 0" fill-rule="evenodd" transform="rotate(90) scale(2)" stroke-linecap="round"/></g>'
  const drawing = await readPlainDrawing(svg(inside))
  expect(drawing).toMatchObject({ left: 0, top: 0, width: 24, height: 12 })
  const [shape] = drawing!.shapes
  expect(shape!.fill).toEqual({ color: '#ff0000', opacity: 1, rule: 'even-odd' })
  expect(shape!.stroke).toEqual({ color: '#000000', opacity: 1, width: 2, cap: 'round', join: 'miter', miter: 4 })
  expect(shape!.transforms.map((matrix) => matrix.map(Math.round))).toEqual([
    [1, 0, 0, 1, 1, 2],
    [0, 1, -1, 0, 0, 0],
    [2, 0, 0, 2, 0, 0]
  ])
})

test.each([
  ['a gradient', '<defs><linearGradient id="a"/></defs><path d="M0 0h9" fill="url(#a)"/>'],
  ['a style', '<path d="M0 0h9" style="opacity:.5"/>'],
  ['a mask', '<g mask="url(#a)"><path d="M0 0h9"/></g>'],
  ['text', '<text>a</text>'],
  ['an embedded picture', '<image href="data:image/png;base64,"/>'],
  ['a use', '<use href="#a"/>'],
  ['a transparent group', '<g opacity=".5"><path d="M0 0h9"/></g>'],
  ['dashes', '<path d="M0 0h9" stroke-dasharray="1 2"/>'],
  ['a named color', '<path d="M0 0h9" fill="tomato"/>'],
  ['a skew', '<path d="M0 0h9" transform="skewX(9)"/>'],
  ['percents', '<rect width="50%" height="9"/>'],
  ['smooth quadratic curves', '<path d="M0 0t9 9"/>']
])('a drawing with %s is not plain', async (_, inside) => expect(await readPlainDrawing(svg(inside))).toBeUndefined())

test('a drawing that is malformed, stretched, without a size or too long is not plain', async () => {
  expect(await readPlainDrawing(svg('<use xlink:href="#a"/>'))).toBeUndefined()
  expect(await readPlainDrawing(svg('<path d="M0 0h9"/>', 'viewBox="0 0 24 12" width="24" height="24"'))).toBeUndefined()
  expect(await readPlainDrawing(svg('<path d="M0 0h9"/>', ''))).toBeUndefined()
  expect(await readPlainDrawing(svg('<g>'.repeat(20_000) + '</g>'.repeat(20_000)))).toBeUndefined()
  expect(await readPlainDrawing(svg('<g>'.repeat(950) + '</g>'.repeat(950)))).toMatchObject({ shapes: [] })
  expect(await readPlainDrawing(svg(`<path d="${'M0 0h9'.repeat(50_000)}"/>`))).toBeUndefined()
})

test('the PDF of a plain drawing contains paths, and the PDF of any other drawing contains a picture', async () => {
  const pdf = async (inside: string) =>
    (await render(Buffer.from(svg(inside)), true, { format: 'pdf', width: 240, height: 120 })).toString('latin1')
  const plain = await pdf('<path d="M1 2L3 4" fill="#ff0000"/>')
  expect(plain).not.toContain('/Subtype /Image')
  const [, stream = ''] = /\/Filter \/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/.exec(plain) ?? []
  expect(inflateSync(Buffer.from(stream, 'latin1')).toString()).toMatch(/1 2 m\s+3 4 l/)
  expect(await pdf('<path d="M1 2L3 4" style="fill:red"/>')).toContain('/Subtype /Image')
})
