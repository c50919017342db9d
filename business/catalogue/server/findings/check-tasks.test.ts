import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import type { FindingCode } from '../../findings.rules.ts'
import { checkFile } from './check-tasks.ts'
import { readDrawing } from './read-drawing.ts'
import { readWriting } from './read-writing.ts'

/** Reading a picture takes a while on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

const svg = (inside: string, attributes = 'viewBox="0 0 100 100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)
const SQUARE = '<path d="M20 20h60v60H20z" fill="#c81e1e"/>'
const STAR =
  '<path d="M50 12 61 38 89 40 67 58 75 86 50 70 25 86 33 58 11 40 39 38z" fill="#2563eb"/><circle cx="50" cy="50" r="9" fill="#111"/>'
const PIXELS = sharp({ create: { width: 20, height: 20, channels: 3, background: '#16a34a' } })
  .png()
  .toBuffer()

const faultsOf = async (inside: string, attributes?: string) => (await checkFile(svg(inside, attributes), 'svg', null)).faults
const codesOf = async (inside: string, attributes?: string): Promise<FindingCode[]> =>
  (await faultsOf(inside, attributes)).map(({ code }) => code)
const near = (value: number) => expect.closeTo(value, 1)

describe('of a vector', () => {
  test('nothing is found in clean drawings, with lines, dots, and shapes that go over the edge', async () => {
    expect(await codesOf(SQUARE)).toEqual([])
    expect(await codesOf('<path d="M10 50h80M50 10v80" stroke="#111" stroke-width="6" fill="none"/>')).toEqual([])
    expect(await codesOf('<path d="M50 50h.01" stroke="#111" stroke-width="9" stroke-linecap="round" fill="none"/>')).toEqual([])
    expect(await codesOf('<g style="fill:none;stroke:#111"><path d="M10 10L90 90L90 10"/></g>')).toEqual([])
    expect(await codesOf('<style>.line{fill:none;stroke:#111}</style><path class="line" d="M10 10L90 90L90 10"/>')).toEqual([])
    expect(await codesOf('<circle cx="50" cy="50" r="51" fill="#0a7"/>')).toEqual([])
    expect(await codesOf('<rect width="100%" height="100%" fill="#0a7"/><circle cx="90" cy="50" r="40"/>')).toEqual([])
  })

  test('an embedded picture is found where it lies', async () => {
    const data = `data:image/png;base64,${(await PIXELS).toString('base64')}`
    const [fault, ...others] = await faultsOf(`${SQUARE}<image x="50" y="10" width="40" height="40" href="${data}"/>`)
    expect(fault).toEqual({ code: 'raster_inside', place: { x: near(0.5), y: near(0.1), width: near(0.4), height: near(0.4) } })
    expect(others).toEqual([])
  })

  test('text is found with its words, also through use, and not where nothing draws it', async () => {
    const result = await checkFile(svg('<text x="10" y="50" font-size="20">Open  <tspan>late</tspan></text>'), 'svg', null)
    expect(result.faults).toMatchObject([{ code: 'live_text', detail: 'Open late' }])
    expect(result.writing[0]?.words).toBe('Open late')
    const hidden = '<defs><text id="t" x="10" y="50">Open</text></defs>'
    expect(await codesOf(hidden + SQUARE)).toEqual([])
    expect(await codesOf(`${hidden}<use href="#t"/>`)).toEqual(['live_text'])
    expect(await codesOf(`<text display="none" x="10" y="50">Open</text>${SQUARE}`)).toEqual([])
  })

  test.each([
    ['a filled shape that is not closed', '<path d="M10 10h60v60" fill="#111"/>', 1],
    ['a shape closed but for a small gap', '<path d="M10 10h60v60h-60v-58" fill="none" stroke="#111"/>', 1],
    ['a stray point', `${SQUARE}<path d="M5 5" fill="#111"/>`, 1],
    ['an open polyline and an open part of a path', `<polyline points="1 1 50 1 50 50"/><path d="M60 60h9v9zM70 70h9v9"/>`, 2]
  ])('%s is found', async (_name, inside, count) => {
    expect(await faultsOf(inside)).toMatchObject([{ code: 'open_paths', detail: count }])
  })

  test.each([
    ['beside it', 'translate(130 0)', { x: expect.closeTo(0.97, 1) }],
    ['far away', 'translate(-900 0)', { x: 0 }],
    ['below it', 'translate(0 120)', { y: expect.closeTo(0.97, 1) }],
    ['cut off by its edge', 'translate(78 0) scale(1.8)', { x: expect.closeTo(0.97, 1) }]
  ])('a shape outside the artboard is found %s', async (_name, transform, place) => {
    const faults = await faultsOf(`${SQUARE}<circle cx="20" cy="50" r="10" fill="#111" transform="${transform}"/>`)
    expect(faults).toMatchObject([{ code: 'outside_artboard', place }])
  })

  test('more than 5,000 points are found', async () => {
    const zigzag = (count: number) => `<path d="M0 0${'l.01 .01'.repeat(count)}z" fill="#111"/>`
    expect(await codesOf(zigzag(4900))).toEqual([])
    expect(await faultsOf(zigzag(5200))).toMatchObject([{ code: 'too_many_nodes', detail: 5201 }])
  })

  test('a watermark in a pattern is found', async () => {
    const tile =
      '<pattern id="p" width="50" height="20" patternUnits="userSpaceOnUse"><text y="15" font-size="8">ShutterStock</text></pattern>'
    expect(await codesOf(`<defs>${tile}</defs>${SQUARE}<rect width="100" height="100" fill="url(#p)"/>`)).toEqual([
      'watermark_text',
      'live_text'
    ])
  })
})

describe('what cannot be checked', () => {
  test('does not take the other results with it, and is named', async () => {
    const page = { picture: Buffer.from('no picture'), content: { words: 'Open late', has_pictures: false } }
    const { faults, failures } = await checkFile(Buffer.from('%PDF'), 'pdf', page)
    expect(faults).toMatchObject([{ code: 'live_text' }])
    expect(failures).toEqual([expect.stringMatching(/^writing: /)])
  })

  test('is a page of which nobody said what it holds', async () => {
    const { failures } = await checkFile(Buffer.from('%PDF'), 'pdf', { picture: await star() })
    expect(failures).toEqual([expect.stringMatching(/^the content: /)])
  })

  test('is not a drawing that is very wide, nor what lies outside it', async () => {
    const wide = (inside: string) => checkFile(svg(inside, 'viewBox="0 0 60000 1000"'), 'svg', null)
    const shape = '<path d="M2000 100h50000v800h-50000z" fill="#c81e1e"/>'
    expect(await wide(shape)).toEqual({ faults: [], writing: [], failures: [] })
    const { faults, failures } = await wide(`${shape}<path d="M90000 100h40000v800h-40000z" fill="#111"/>`)
    expect([faults.map(({ code }) => code), failures]).toEqual([['outside_artboard'], []])
  })
})

test('each style of a drawing is read once, however deep its paths are nested', () => {
  const paths = '<path d="M0 0h1v1z"/>'.repeat(500)
  const nested = `${'<g style="opacity:1">'.repeat(200)}${paths}${'</g>'.repeat(200)}`
  const { root, propertyOf, drawn } = readDrawing(svg(nested).toString())
  const reads = vi.spyOn(Object.getPrototypeOf(Object.getPrototypeOf(Object.getPrototypeOf(root))), 'getAttribute')
  for (const element of drawn) propertyOf(element, 'stroke-linecap')
  // Of each group and each path its own attribute, and no style a second time.
  expect(reads.mock.calls.length).toBeLessThan(2 * drawn.length)
  reads.mockRestore()
})

describe('of pixels', () => {
  test('a picture that is smaller than a word is not searched for letters', async () => {
    const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const noise = sharp({ create: { width: 90, height: 90, channels: 3, background: '#fff', noise: grain } })
    const { data, info } = await noise.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const resized = vi.spyOn(Object.getPrototypeOf(sharp(data, { raw: info })), 'resize')
    expect(await readWriting({ data, info })).toEqual([])
    expect(resized).not.toHaveBeenCalled()
    resized.mockRestore()
  })

  const star = (px: number) => sharp(svg(STAR, `viewBox="0 0 100 100" width="${px}" height="${px}"`)).flatten({ background: '#f4f1ea' })

  test('a picture at its own size is not enlarged', async () => {
    const bytes = await star(900).png().toBuffer()
    expect((await checkFile(bytes, 'png', null)).faults).toEqual([])
    expect((await checkFile(await sharp(bytes).jpeg({ quality: 85 }).toBuffer(), 'jpg', null)).faults).toEqual([])
  })

  test.each(['cubic', 'lanczos3', 'linear', 'nearest'] as const)('a picture enlarged three times is found (%s)', async (kernel) => {
    const small = await star(300).png().toBuffer()
    const bytes = await sharp(small).resize(900, 900, { kernel }).png().toBuffer()
    expect((await checkFile(bytes, 'png', null)).faults).toEqual([{ code: 'upscaled' }])
  })

  test.each([
    ['on a plain part', 0],
    ['across it', -30]
  ])('a watermark %s is read', async (_name, angle) => {
    const words = await sharp({
      text: {
        ...{ text: '<span foreground="#333333">SHUTTERSTOCK</span>', fontfile: 'platform/server/fonts/InstrumentSans-SemiBold.ttf' },
        ...{ font: 'Instrument Sans SemiBold', width: 600, height: 60, rgba: true }
      }
    })
      .rotate(angle, { background: '#0000' })
      .png()
      .toBuffer()
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#cde3f0' } })
      .composite([{ input: words }])
      .png()
      .toBuffer()
    const { faults } = await checkFile(bytes, 'png', null)
    expect(faults).toMatchObject([{ code: 'watermark_text', detail: 'shutterstock', place: { x: expect.any(Number) } }])
  })
})

test('a page is judged by what the program that draws it says', async () => {
  const page = { picture: await star(), content: { words: 'Sample page', has_pictures: true } }
  const { faults, writing } = await checkFile(Buffer.from('%PDF'), 'pdf', page)
  expect(faults.map(({ code }) => code)).toEqual(['watermark_text', 'raster_inside', 'live_text'])
  expect(writing).toEqual([{ words: 'Sample page' }])
  expect(await checkFile(Buffer.from('%!PS'), 'eps', null)).toEqual({ faults: [], writing: [], failures: [] })
})

const star = () => sharp(svg(STAR)).png().toBuffer()
