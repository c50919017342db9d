import { describe, expect, test } from 'vitest'
import {
  baseNameOf,
  COMPRESS_TARGETS,
  heightAt,
  isEnlarged,
  outputName,
  PIXELS_MAX,
  type PictureFormat,
  pictureFormatOf,
  sizeChange,
  sizeProblem
} from './compress.rules.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('the format of an image is detected from its bytes', () => {
  test.each<[string, PictureFormat | undefined]>([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['RIFF\x10\0\0\0WAVEfmt ', undefined],
    ['GIF87a', 'gif'],
    ['GIF89a', 'gif'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['\xef\xbb\xbf\n<?xml version="1.0"?>\n<!-- drawn > by hand -->\n<!DOCTYPE svg PUBLIC "x" "y" [ <!ENTITY a "b"> ]>\n<svg:svg>', 'svg'],
    ['<html><svg></svg></html>', undefined],
    ['<!-- <svg> -->', undefined],
    ['%PDF-1.7', undefined],
    ['BM6\0\0\0', undefined],
    ['just words', undefined],
    ['', undefined]
  ])('%j is %s', (head, format) => expect(pictureFormatOf(bytes(head))).toBe(format))

  test('an SVG with many comments before its root is detected', () => {
    expect(pictureFormatOf(bytes('<!---->'.repeat(100_000)))).toBeUndefined()
    expect(pictureFormatOf(bytes('<!DOCTYPE ['.repeat(50_000)))).toBeUndefined()
  })
})

test('every image is converted to six files', () =>
  expect(COMPRESS_TARGETS.map((target) => outputName('photo', target))).toEqual([
    'photo-1200.png',
    'photo-1200.webp',
    'photo-800.png',
    'photo-800.webp',
    'photo-400.png',
    'photo-400.webp'
  ]))

test.each([
  [1200, { width: 4000, height: 3000 }, 900],
  [400, { width: 333, height: 500 }, 601],
  [400, { width: 16_000, height: 3 }, 1],
  [800, { width: 24, height: 24 }, 800]
])('at %i px wide %j keeps its aspect ratio', (width, picture, height) => expect(heightAt(width, picture)).toBe(height))

test('a raster image narrower than the width is enlarged, an SVG never', () => {
  expect(isEnlarged(1200, { width: 1199, format: 'jpeg' })).toBe(true)
  expect(isEnlarged(1200, { width: 1200, format: 'jpeg' })).toBe(false)
  expect(isEnlarged(1200, { width: 24, format: 'svg' })).toBe(false)
})

test('an image that is too large or too tall is refused with the reason', () => {
  expect(sizeProblem({ width: PIXELS_MAX / 5000, height: 5000 }, 'png')).toBeUndefined()
  expect(sizeProblem({ width: 12_000, height: 9000 }, 'jpeg')).toMatch(/108 megapixels.* 50\b/)
  expect(sizeProblem({ width: 12_000, height: 9000 }, 'svg')).toBeUndefined()
  expect(sizeProblem({ width: 100, height: 1366 }, 'png')).toMatch(/too tall.*16383/)
  expect(sizeProblem({ width: 100, height: 1365 }, 'png')).toBeUndefined()
})

test.each([
  ['photo.jpg', [], 'photo'],
  ['photo.png', ['photo'], 'photo-2'],
  ['PHOTO.gif', ['photo', 'photo-2'], 'PHOTO-3'],
  ['my.holiday.2026.webp', [], 'my.holiday.2026'],
  ['../../etc/passwd', [], 'etc-passwd'],
  ['a\u202Egpj\0.png', [], 'a-gpj-'],
  ['.svg', [], 'picture'],
  ['...', [], 'picture'],
  ['日本語 🦊.png', [], '日本語 🦊'],
  [`${'x'.repeat(300)}.png`, [], 'x'.repeat(60)]
])('the base name of %j when %j is taken is %j', (name, taken, base) => expect(baseNameOf(name, taken)).toBe(base))

test.each([
  [1000, 40, '96% smaller'],
  [1000, 1250, '25% larger'],
  [1000, 21_630, '22 times as large'],
  [1000, 1001, 'same size']
])('%i bytes become %i: %s', (before, after, words) => expect(sizeChange(before, after)).toBe(words))
