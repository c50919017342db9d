import { expect, test } from 'vitest'
import { guessCategory, isMeaningful, tagsFromTitle, titleFromName } from './suggest-words.ts'

test.each([
  ['blueFox_jumping-02@2x.png', 'Blue Fox Jumping'],
  ['map-pin.svg', 'Map Pin'],
  ['the_end-of-the-road.jpg', 'The End of the Road'],
  ['IMG_20240131_1020.jpg', ''],
  ['DSC00123.JPG', ''],
  ['paper texture (3) 1920x1080.webp', 'Paper Texture'],
  ['logo final v2 copy.eps', 'Logo'],
  ['XMLParserIcon.svg', 'XML Parser Icon'],
  ['top 10 hats.svg', 'Top 10 Hats'],
  ['heron-3f9ac0d1e2b4.png', 'Heron'],
  ['écluse_ÉTÉ.png', 'Écluse ÉTÉ'],
  ['01-home.svg', 'Home'],
  ['.png', '']
])('the name %s suggests “%s”', (name, title) => expect(titleFromName(name)).toBe(title))

test('the words of a title become tags without duplicates and small words', () => {
  expect(tagsFromTitle('The End of the Road, a Road to 2020')).toEqual(['end', 'road'])
})

test.each([
  ['Fox logo', 'png', { shape: { width: 10, height: 10 } }, 'logo'],
  ['Paper texture', 'svg', {}, 'background'],
  ['Fox', 'svg', { shape: { width: 24, height: 24 } }, 'icon'],
  ['Fox', 'svg', { shape: { width: 800, height: 300 } }, 'vector'],
  ['Fox', 'eps', {}, 'vector'],
  ['Fox', 'jpg', { shape: { width: 1920, height: 1080 } }, 'background'],
  ['Fox', 'jpg', { shape: { width: 800, height: 800 } }, 'illustration'],
  ['Fox', 'jpg', { last: 'vector' }, 'vector'],
  ['Fox icon', 'jpg', { last: 'vector' }, 'icon']
] as const)('“%s” as %s %j is assigned the category %s', (words, format, known, category) => {
  expect(guessCategory(words, format, known)).toBe(category)
})

test.each(['Untitled-1', 'Layer 1', 'Artboard 2', '', 'fox.ai', 'OLYMPUS DIGITAL CAMERA', 'Created with Sketch.'])(
  '“%s” was written by a program',
  (title) => expect(isMeaningful(title)).toBe(false)
)
test.each(['Layers of paper', 'Iconic fox', 'A page of history'])('“%s” was written by a person', (title) =>
  expect(isMeaningful(title)).toBe(true)
)
