import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readColor } from './color-text.ts'
import { colorsOfSvg, recolorSvg } from './recolor-svg.ts'

const svg = (inner: string, root = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"${root}>${inner}</svg>`
const to = (text: string, ...pairs: [string, string][]) => recolorSvg(text, new Map(pairs))

describe('a color is read in every spelling:', () => {
  test.each([
    ['#f00', '#ff0000', 1],
    ['#F00', '#ff0000', 1],
    ['#FFFFFFff', '#ffffff', 1],
    ['#ff000080', '#ff0000', 128 / 255],
    ['RED', '#ff0000', 1],
    ['rebeccapurple', '#663399', 1],
    ['rgb(100%,0,0)', '#ff0000', 1],
    ['rgb(255 0 0 / 50%)', '#ff0000', 0.5],
    ['rgba(1, 2, 3, .5)', '#010203', 0.5],
    ['hsl(120,100%,25%)', '#008000', 1],
    ['hwb(0 0% 0%)', '#ff0000', 1]
  ])('%s', (text, hex, alpha) => {
    const read = readColor(text)
    expect(read?.hex).toBe(hex)
    expect(read?.alpha).toBeCloseTo(alpha, 5)
  })
  test.each(['none', 'currentColor', 'transparent', 'url(#red)', 'inherit', ''])('%j is none', (text) =>
    expect(readColor(text)).toBeUndefined()
  )
})

describe('red becomes green wherever it is written:', () => {
  test.each([
    ['<path fill="red"/>', '<path fill="#00ff00"/>'],
    ["<path stroke='#F00'/>", "<path stroke='#00ff00'/>"],
    ['<path style="fill:#FF0000;opacity:.5"/>', '<path style="fill:#00ff00;opacity:.5"/>'],
    ['<path style="fill: rgb(255, 0, 0) !important"/>', '<path style="fill: #00ff00 !important"/>'],
    [
      '<style>.a{fill:#f00}.b > path{stroke:red}</style><path class="a" fill="none"/>',
      '<style>.a{fill:#00ff00}.b > path{stroke:#00ff00}</style><path class="a" fill="none"/>'
    ],
    ['<style><![CDATA[.a{fill:red}]]></style>', '<style><![CDATA[.a{fill:#00ff00}]]></style>'],
    ['<path fill="rgba(255,0,0,.25)"/>', '<path fill="rgba(0,255,0,0.25)"/>'],
    ['<path fill="#ff000080"/>', '<path fill="#00ff0080"/>'],
    [
      '<linearGradient><stop stop-color="hsl(0,100%,50%)"/></linearGradient>',
      '<linearGradient><stop stop-color="#00ff00"/></linearGradient>'
    ],
    ['<filter><feFlood flood-color="red"/></filter>', '<filter><feFlood flood-color="#00ff00"/></filter>'],
    ['<g color="red"><path fill="currentColor"/></g>', '<g color="#00ff00"><path fill="currentColor"/></g>'],
    ['<path fill="url(#red) red"/>', '<path fill="url(#red) #00ff00"/>'],
    ['<path><animate attributeName="fill" values="red;#00f"/></path>', '<path><animate attributeName="fill" values="#00ff00;#00f"/></path>']
  ])('%s', (before, after) => expect(to(svg(before), ['#ff0000', '#00ff00'])).toBe(svg(after)))

  test.each([
    '<path id="red" class="red"/>',
    '<text>red #ff0000</text>',
    '<!-- fill="red" -->',
    '<image href="data:image/svg+xml,fill=%22red%22"/>',
    '<style>.red{opacity:1}#ff0000{opacity:1}</style>',
    '<path style="font-family:red"/>',
    '<path fill="#ff00001"/>',
    '<path fill="darkred"/>'
  ])('but %s stays', (inner) => expect(to(svg(inner), ['#ff0000', '#00ff00'])).toBe(svg(inner)))
})

describe('what is black because nothing is said', () => {
  test('gets its color from the root', () =>
    expect(to(svg('<path/>'), ['#000000', '#ff0000'])).toBe(svg('<path/>').replace('<svg', '<svg fill="#ff0000"')))
  test('is recolored: shapes, currentColor, and the stops of gradients', () => {
    const changed = to(svg('<path fill="currentColor"/><linearGradient><stop/></linearGradient>'), ['#000000', '#ff0000']) ?? ''
    expect(changed).toMatch(/<svg fill="#ff0000" color="#ff0000"|<svg color="#ff0000" fill="#ff0000"/)
    expect(changed).toContain('<stop stop-color="#ff0000"/>')
  })
  test('a root that says what to fill with keeps it', () =>
    expect(to(svg('<path/>', ' fill="none"'), ['#000000', '#ff0000'])).toBe(svg('<path/>', ' fill="none"')))
})

test('a mask keeps its colors, which are its opacity, also those from rules and parents', () => {
  const masked = svg(
    '<style>.w{fill:#fff}</style><mask id="m"><path class="w"/><path/></mask><path class="w" mask="url(#m)"/><path d="M0 0"/>'
  )
  const changed = to(masked, ['#ffffff', '#ff0000'], ['#000000', '#00ff00']) ?? ''
  expect(changed).toContain('.w{fill:#ff0000}')
  expect(changed).toMatch(/<path style="fill:#fff" class="w"\/><path\/><\/mask>/)
  expect(changed).toMatch(/<mask style="fill:#000000[^"]*" id="m">/)
})

describe('the colors of a drawing are those that are drawn:', () => {
  test.each([
    ['<path/>', ['#000000']],
    ['<path fill="none" stroke="red"/>', ['#ff0000']],
    ['<g fill="blue"><path/><path fill="red"/></g>', ['#0000ff', '#ff0000']],
    ['<defs><path id="p"/></defs><use href="#p" fill="lime"/>', ['#00ff00']],
    ['<defs><path id="unused" fill="red"/></defs><path fill="lime"/>', ['#00ff00']],
    ['<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient><rect fill="url(#g)"/>', ['#ff0000', '#000000']],
    ['<style>.a{fill:red}.unused{fill:lime}</style><path class="a"/>', ['#ff0000']],
    ['<path fill="currentColor" color="red"/>', ['#ff0000']],
    ['<path style="fill:blue" fill="red"/>', ['#0000ff']],
    ['<path display="none" fill="red"/><path fill="lime"/>', ['#00ff00']],
    ['<image href="data:image/png;base64,AA=="/>', []]
  ])('%s', (inner, colors) => expect(colorsOfSvg(svg(inner))).toEqual(colors))
})

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const picture = fc.uniqueArray(hex, { minLength: 2, maxLength: 6 }).map((colors) => ({
  colors,
  text: svg(
    colors.map((color, index) => (index % 2 ? `<path fill="${color}"/>` : `<path style="fill:${color}"/>`)).join(''),
    ' fill="none"'
  )
}))

describe('for every drawing', () => {
  test('colors that become themselves change nothing', () =>
    fc.assert(
      fc.property(picture, ({ colors, text }) => {
        expect(recolorSvg(text, new Map(colors.map((one) => [one, one])))).toBe(text)
      })
    ))
  test('two colors that swap twice are as before', () =>
    fc.assert(
      fc.property(picture, ({ colors: [a = '', b = ''], text }) => {
        const swap = new Map([
          [a, b],
          [b, a]
        ])
        expect(recolorSvg(recolorSvg(text, swap) ?? '', swap)).toBe(text)
      })
    ))
  test('two changes one after the other are the same as both in one', () =>
    fc.assert(
      fc.property(
        picture,
        fc.array(hex, { minLength: 6, maxLength: 6 }),
        fc.array(hex, { minLength: 6, maxLength: 6 }),
        ({ colors, text }, first, second) => {
          const one = new Map(colors.map((color, index) => [color, first[index] ?? color]))
          const two = new Map(first.map((color, index) => [color, second[index] ?? color]))
          const both = new Map(colors.map((color) => [color, two.get(one.get(color) ?? color) ?? one.get(color) ?? color]))
          expect(recolorSvg(recolorSvg(text, one) ?? '', two)).toBe(recolorSvg(text, both))
        }
      )
    ))
})

describe('hostile drawings', () => {
  const deep = 20_000
  test.each([
    ['nested elements', svg('<g>'.repeat(deep) + '</g>'.repeat(deep))],
    [
      'uses of uses',
      svg(Array.from({ length: 60 }, (_, at) => `<g id="a${at}"><use href="#a${at + 1}"/><use href="#a${at + 1}"/></g>`).join(''))
    ],
    ['unclosed parts', `${'<!--'.repeat(deep)}`],
    ['a gradient that refers to itself', svg('<linearGradient id="a" href="#a"/><path fill="url(#a)"/>')],
    ['many rules for many elements', svg(`<style>${'.a .a{fill:red}'.repeat(5000)}</style>${'<path class="a"/>'.repeat(5000)}`)],
    ['many spaces', svg(`<style>a{fill:${' '.repeat(deep * 5)}x}a${' '.repeat(deep * 5)}b{fill:red}</style><b/>`)],
    ['many document types', `${'<!D>'.repeat(deep * 10)}${svg('')}`],
    ['many classes', svg(`<style>${'.a'.repeat(deep)}{fill:red}</style><path class="${'a '.repeat(deep)}"/>`)],
    ['a rule of many selectors and declarations', svg(`<style>${'a,'.repeat(deep)}b{${'fill:red;'.repeat(deep)}}</style><b/>`)],
    ['style sheets that do not end', svg('<style>/*</style>'.repeat(deep))],
    ['a long chain of uses', svg(Array.from({ length: deep }, (_, at) => `<g id="a${at}"><use href="#a${at + 1}"/></g>`).join(''))],
    ['a long color for many', svg(`<g fill="${'red '.repeat(deep)}">${'<path/>'.repeat(deep)}</g>`)],
    ['references from far inside', svg(`${'<g>'.repeat(900)}${'<path fill="url(#a)"/><mask id="a"/>'.repeat(deep)}${'</g>'.repeat(900)}`)],
    ['open strings and comments', svg(`<style>${'/*"\'('.repeat(deep)}</style><path style="${'url('.repeat(deep)}"/>`)]
  ])('with %s take no longer than a moment', (_name, text) => {
    const start = performance.now()
    recolorSvg(text, new Map([['#000000', '#ff0000']]))
    colorsOfSvg(text)
    expect(performance.now() - start).toBeLessThan(4000)
  })
})
