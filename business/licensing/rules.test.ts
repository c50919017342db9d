import { expect, test } from 'vitest'
import { toCents } from '#platform/contract/money.ts'
import { formatsFrom, LICENSE_TYPES, masterOf, openingMode, priceOf, wantedFirst } from './rules.ts'

test.each([
  [0, [0, 0, 0]],
  [1, [1, 3, 6]],
  [499, [499, 1248, 2994]],
  [501, [501, 1253, 3006]],
  [1000, [1000, 2500, 6000]],
  [99_999_999_999, [99_999_999_999, 249_999_999_998, 599_999_999_994]]
])('a personal price of %d cents makes %j', (personal, prices) => {
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
])('%j uploaded gives %j', (uploaded, formats) => expect(formatsFrom(uploaded)).toEqual(formats))

test('the master is the drawing, else the largest picture, else nothing', () => {
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
])('free %s and subscribed %s opens %s', (is_free, is_subscribed, mode) => expect(openingMode({ is_free, is_subscribed })).toBe(mode))

test.each([
  ['png', ['png', 'svg', 'webp']],
  ['webp', ['webp', 'svg', 'png']],
  ['tiff', ['svg', 'png', 'webp']],
  [undefined, ['svg', 'png', 'webp']]
])('who wants %s is offered %j', (wanted, offered) => expect(wantedFirst(['svg', 'png', 'webp'], wanted)).toEqual(offered))
