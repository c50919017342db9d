import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandStyle, contrast, DARK_GROUNDS, DEFAULT_BRAND, inkOn, LIGHT_GROUNDS, textOn } from './brand.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48]
  ])('%s on %s is %d', (one, other, ratio) => expect(contrast(one, other)).toBeCloseTo(ratio, 2))

  test('is the same in both directions', () => {
    fc.assert(fc.property(colour, colour, (one, other) => contrast(one, other) === contrast(other, one)))
  })
})

describe('any brand colour', () => {
  test('carries readable ink', () => {
    fc.assert(
      fc.property(colour, (brand) => contrast(brand, inkOn(brand)) >= 4.5),
      { numRuns: 3000 }
    )
  })

  test.each([
    ['light', LIGHT_GROUNDS, '#000000'],
    ['dark', DARK_GROUNDS, '#ffffff']
  ])('is readable as text on every %s ground', (_theme, grounds, target) => {
    fc.assert(
      fc.property(colour, (brand) => {
        const text = textOn(brand, grounds, target)
        return grounds.every((ground) => contrast(text, ground) >= 4.5)
      }),
      { numRuns: 3000 }
    )
  })

  test('stays as it is where it can be read', () => expect(textOn('#005f73', LIGHT_GROUNDS, '#000000')).toBe('#005f73'))
})

describe('the style of a brand colour', () => {
  test.each([null, undefined, '', 'red', '#00b4d8;}body{display:none}', DEFAULT_BRAND, '#00B4D8'])('is empty for %j', (brand) =>
    expect(brandStyle(brand)).toBe('')
  )

  test('sets the accent and its two partners', () =>
    expect(brandStyle('#7b2cbf')).toBe(
      ':root{--accent:#7b2cbf;--accent-ink:#ffffff;--accent-lift:#000000;--accent-text-light:#7b2cbf;--accent-text-dark:#a26bd2}'
    ))

  test.each([
    ['#3d0066', 'dark'],
    ['#ffffee', 'light']
  ])('%s, lost on the %s ground, gets an edge there', (brand, side) =>
    expect(brandStyle(brand).match(/edge-(\w+)/g)).toEqual([`edge-${side}`])
  )
})
