import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandStyle, contrast, DARK_GROUNDS, DEFAULT_BRAND, inkOn, LIGHT_GROUNDS, textOn } from './brand.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48]
  ])('%s on %s is %d', (one, other, ratio) => expect(contrast(one, other)).toBeCloseTo(ratio, 2))

  test('is the same in both directions', () => {
    fc.assert(fc.property(color, color, (one, other) => contrast(one, other) === contrast(other, one)))
  })
})

describe('any brand color', () => {
  test('gets a readable text color', () => {
    fc.assert(
      fc.property(color, (brand) => contrast(brand, inkOn(brand)) >= 4.5),
      { numRuns: 3000 }
    )
  })

  test.each([
    ['light', LIGHT_GROUNDS, '#000000'],
    ['dark', DARK_GROUNDS, '#ffffff']
  ])('is readable as text on every %s background', (_theme, grounds, target) => {
    fc.assert(
      fc.property(color, (brand) => {
        const text = textOn(brand, grounds, target)
        return grounds.every((ground) => contrast(text, ground) >= 4.5)
      }),
      { numRuns: 3000 }
    )
  })

  test('stays unchanged if it is readable', () => expect(textOn('#005f73', LIGHT_GROUNDS, '#000000')).toBe('#005f73'))
})

describe('the style of a brand color', () => {
  test.each([null, undefined, '', 'red', '#00b4d8;}body{display:none}', DEFAULT_BRAND, '#00B4D8'])('is empty for %j', (brand) =>
    expect(brandStyle(brand)).toBe('')
  )

  test('sets the accent and its two related colors', () =>
    expect(brandStyle('#7b2cbf')).toBe(
      ':root{--accent:#7b2cbf;--accent-ink:#ffffff;--accent-lift:#000000;--accent-text-light:#7b2cbf;--accent-text-dark:#a26bd2}'
    ))

  test.each([
    ['#3d0066', 'dark'],
    ['#ffffee', 'light']
  ])('%s, which hardly shows on the %s background, gets an edge there', (brand, side) =>
    expect(brandStyle(brand).match(/edge-(\w+)/g)).toEqual([`edge-${side}`])
  )
})
