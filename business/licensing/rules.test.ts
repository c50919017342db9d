import { expect, test } from 'vitest'
import { FILE_FORMATS, SOURCES_OF } from '#catalogue/rules.ts'
import { toCents } from '#platform/contract/money.ts'
import {
  downloadOptions,
  formatsFrom,
  initialsOf,
  isInPlan,
  LICENSE_TYPES,
  longestTo,
  masterOf,
  openingMode,
  priceOf,
  readCertificateNumber,
  scaledTo,
  wantedFirst,
  widthsOf,
  wrongWidth
} from './rules.ts'

test.each([
  [0, [0, 0, 0]],
  [1, [1, 3, 6]],
  [499, [499, 1248, 2994]],
  [501, [501, 1253, 3006]],
  [1000, [1000, 2500, 6000]],
  [99_999_999_999, [99_999_999_999, 249_999_999_998, 599_999_999_994]]
])('a personal price of %d cents gives the prices %j', (personal, prices) => {
  expect(LICENSE_TYPES.map((type) => priceOf(toCents(personal), type))).toEqual(prices)
})

test.each([
  [['svg'], ['svg', 'png', 'jpg', 'webp', 'pdf']],
  [['png'], ['png', 'jpg', 'webp']],
  [
    ['jpg', 'eps'],
    ['jpg', 'eps', 'png', 'webp']
  ],
  [['pdf'], ['pdf']],
  [
    ['eps', 'svg', 'pdf'],
    ['eps', 'svg', 'pdf', 'png', 'jpg', 'webp']
  ],
  [[], []]
])('uploads %j offer %j', (uploaded, formats) => expect(formatsFrom(uploaded)).toEqual(formats))

test('the master is the drawing, otherwise the largest picture, otherwise none', () => {
  const file = (format: string, width: number | null = null) => ({ format, width, height: width })
  expect(masterOf([file('png', 9000), file('svg')])).toEqual(file('svg'))
  expect(masterOf([file('png', 10), file('jpg', 20), file('webp', 15)])).toEqual(file('jpg', 20))
  expect(masterOf([file('pdf'), file('eps')])).toBeUndefined()
})

test.each([
  [true, true, 'free'],
  [true, false, 'free'],
  [false, true, 'subscription'],
  [false, false, 'single']
])('with free %s and subscribed %s, the dialog opens with the tab %s', (is_free, is_subscribed, mode) =>
  expect(openingMode({ is_free, is_subscribed })).toBe(mode)
)

test.each([
  ['png', ['png', 'svg', 'webp']],
  ['webp', ['webp', 'svg', 'png']],
  ['tiff', ['svg', 'png', 'webp']],
  [undefined, ['svg', 'png', 'webp']]
])('with %s chosen, the formats are %j', (wanted, offered) => expect(wantedFirst(['svg', 'png', 'webp'], wanted)).toEqual(offered))

const sized = (format: string, width: number | null, height: number | null = width) => ({ format, width, height })
const optionsOf = (...files: ReturnType<typeof sized>[]) =>
  downloadOptions(files).map(({ format, largest_width, own_width }) => [format, largest_width, own_width])

test.each([
  ['a drawing in any size', [sized('svg', 24)], [['svg', null, null], ...['png', 'jpg', 'webp', 'pdf'].map((made) => [made, 4096, null])]],
  ['a picture only up to its own size', [sized('png', 640, 480)], ['png', 'jpg', 'webp'].map((made) => [made, 640, 640])],
  [
    'a large picture up to 4096 px, or in its own size',
    [sized('jpg', 6000, 4000)],
    ['jpg', 'png', 'webp'].map((made) => [made, 4096, 6000])
  ],
  ['a tiny picture in its own size', [sized('png', 10)], ['png', 'jpg', 'webp'].map((made) => [made, null, 10])],
  [
    'a long drawing up to the longest side that a file may have',
    [sized('svg', 10, 100)],
    [
      ['svg', null, null],
      ['png', 1638, null],
      ['jpg', 1638, null],
      ['webp', 1638, null],
      ['pdf', 1638, null]
    ]
  ],
  [
    'a long picture up to the limit of the format',
    [sized('png', 500, 40_000)],
    [
      ['png', 204, 500],
      ['jpg', 204, 204],
      ['webp', 204, 204]
    ]
  ],
  [
    'other uploaded files next to the drawing, in their own size',
    [sized('svg', 24), sized('png', 900), sized('pdf', null)],
    [
      ['svg', null, null],
      ['png', 4096, 900],
      ['pdf', null, null],
      ['jpg', 4096, null],
      ['webp', 4096, null]
    ]
  ],
  ['a file that cannot be rendered, unchanged', [sized('eps', null)], [['eps', null, null]]]
])('a license offers %s', (_, files, options) => expect(optionsOf(...files)).toEqual(options))

test('a scaled size keeps its shape, and is at least one pixel', () => {
  expect(scaledTo({ width: 400, height: 300 }, 100)).toEqual({ width: 100, height: 75 })
  expect(scaledTo({ width: 4000, height: 1 }, 16)).toEqual({ width: 16, height: 1 })
  expect(longestTo({ width: 300, height: 400 }, 1500)).toEqual({ width: 1125, height: 1500 })
})

test.each([
  [null, []],
  [300, [256, 300]],
  [1024, [256, 512, 1024]],
  [4096, [256, 512, 1024, 2048, 4096]]
])('up to %s pixels, the widths are %j', (largest_width, widths) => expect(widthsOf({ largest_width })).toEqual(widths))

test.each(['', ' ', '16', '300', ' 64 '])('the width "%s" is accepted', (typed) =>
  expect(wrongWidth(typed, { largest_width: 300 })).toBeUndefined()
)
test.each(['15', '301', '3e2', '-5', '20.5', 'wide'])('the width "%s" is refused', (typed) =>
  expect(wrongWidth(typed, { largest_width: 300 })).toBe('Enter a width from 16 to 300 pixels.')
)

test('the format filter finds assets whose license includes the format', () => {
  for (const uploaded of FILE_FORMATS)
    for (const wanted of FILE_FORMATS) expect(formatsFrom([uploaded]).includes(wanted)).toBe(SOURCES_OF[wanted].includes(uploaded))
})

test.each([
  ['LIC-7K3M-Q9TV-2XHD-81WA', 'LIC-7K3M-Q9TV-2XHD-81WA'],
  ['  lic 7k3m q9tv 2xhd 81wa ', 'LIC-7K3M-Q9TV-2XHD-81WA'],
  ['LIC-OOOO-IIII-LLLL-0000', 'LIC-0000-1111-1111-0000'],
  ['LIC-7K3M-Q9TV-2XHD-81W', undefined],
  ['LIC-UUUU-Q9TV-2XHD-81WA', undefined],
  ['7K3MQ9TV2XHD81WA', undefined],
  ['', undefined],
  ["LIC'; drop table license; --", undefined]
])('the certificate number %j is read as %s', (typed, number) => expect(readCertificateNumber(typed)).toBe(number))

test.each([
  ['Ada King Lovelace', 'A. K. L.'],
  ['ada', 'A.'],
  ['王 小明', '王. 小.'],
  ['"O\'Neil" (Smith)', 'O. S.'],
  ['🦊', ''],
  ['One Two Three Four Five', 'O. T. T. F.']
])('%s is shown to others as %j', (name, initials) => expect(initialsOf(name)).toBe(initials))

test('a plan covers the license that it grants, and smaller ones', () => expect(LICENSE_TYPES.map(isInPlan)).toEqual([true, true, false]))
