import { describe, expect, test } from 'vitest'
import { cleanSvg } from './clean-svg.ts'
import { cleanCssDeclarations, cleanCssValue, cleanStyleSheet } from './clean-svg-css.ts'
import { cleanSvgAside } from './svg-cleaner.ts'

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inside: string, attributes = '') => `<svg ${NS} viewBox="0 0 9 9" ${attributes}>${inside}<path d="M0 0h9"/></svg>`
const cleaned = (text: string): string => {
  const result = cleanSvg(text)
  if (!result.ok) throw new Error(result.reason)
  return result.svg
}

describe('everything that runs, loads, or links to something is removed, and the picture is kept', () => {
  test.each([
    ['a script', svg('<script>alert(1)</script>'), /script|alert/],
    ['a script in another case or with a prefix', svg('<SCRIPT>alert(1)</SCRIPT><xlink:script>alert(1)</xlink:script>'), /script|alert/i],
    ['an HTML script', svg('<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'), /script|alert/],
    ['event handlers', svg('<g onclick="alert(1)" onLoad="alert(1)"><circle r="1"/></g>', 'onload="alert(1)"'), /alert|onload|onclick/i],
    [
      'foreignObject with its content',
      svg('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml">alert</b></foreignObject>'),
      /foreign|alert/i
    ],
    ['a javascript: link', svg('<a href=" java&#10;script:alert(1)"><text>hi</text></a>'), /script|alert/],
    ['a link to another site', svg('<a xlink:href="https://evil.example"><text>hi</text></a>'), /evil/],
    ['an image from another site', svg('<image href="https://evil.example/a.png"/><image xlink:href="//evil.example/a.png"/>'), /evil/],
    ['an image from the file system', svg('<image href="file:///etc/passwd"/><image href="../secret.png"/>'), /passwd|secret/],
    ['an embedded SVG image', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), /data:/],
    ['a shape from another file', svg('<use href="other.svg#a"/><use xlink:href="https://evil.example#a"/>'), /other|evil/],
    [
      'an animation that sets a link',
      svg('<a><set attributeName="href" to="javascript:alert(1)"/><animate attributeName="href" values="javascript:alert(1)"/></a>'),
      /alert|animate|<set/
    ],
    ['a fill from another site', svg('<rect fill="url(https://evil.example/#a)" width="1" height="1"/>'), /evil/],
    ['a style attribute with addresses', svg('<rect style="fill:url(//evil.example);stroke:red" width="1" height="1"/>'), /evil/],
    ['a style sheet with an import', svg('<style>@import "https://evil.example/a.css";</style>'), /evil|import/],
    ['a style sheet with an escaped address', svg('<style>rect{fill:u\\72l(https://evil.example)}</style>'), /evil/],
    ['a style sheet in a processing instruction', `<?xml-stylesheet href="https://evil.example/a.css"?>${svg('')}`, /evil/],
    ['a base address', svg('<g xml:base="https://evil.example/"><use href="#a"/></g>'), /evil/],
    ['comments', svg('<!-- secret -->'), /secret/],
    // No style sheet in an SVG file, but one as soon as a page contains the same text: HTML ignores case.
    ['a style sheet in capitals', svg('<Style>@import url(https://evil.example/a.css);</Style>'), /evil/],
    ['a style sheet in capitals in a title', svg('<title><STYLE>@import "https://evil.example"</STYLE></title>'), /evil/],
    ['an entity that reads a file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('')}`, /passwd|ENTITY/]
  ])('%s', (_name, dirty, gone) => {
    const clean = cleaned(dirty)
    expect(clean).not.toMatch(gone)
    expect(clean).toContain('<path d="M0 0h9"/>')
  })
})

test.each([
  [
    'gradients, filters, and masks by fragment',
    '<linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient><filter id="f"><feGaussianBlur stdDeviation="2"/></filter><g filter="url(#f)"><circle r="3" fill="url(#a)"/></g>'
  ],
  ['shapes used by fragment', '<symbol id="s"><circle r="1"/></symbol><use href="#s"/><use xlink:href="#s"/>'],
  ['style sheets', '<style>.a{fill:url(#g);stroke:#000}</style><circle class="a" r="2"/>'],
  ['small embedded rasters', '<image width="1" height="1" href="data:image/png;base64,iVBORw0KGgo="/>'],
  ['text with escaped characters', '<text font-family="Arial">A &amp; B &lt; C</text>']
])('%s are kept unchanged', (_name, inside) => {
  expect(cleaned(svg(inside))).toContain(inside)
})

test('namespaces that Illustrator writes as entities are expanded', () => {
  const text = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;"><path d="M0 0h9"/></svg>`
  expect(cleaned(text)).toContain('<path d="M0 0h9"/>')
})

test.each([
  ['malformed', 'no xml at all'],
  ['malformed', svg('<g>')],
  ['malformed', '<svg><path d="M0 0"/></svg>'],
  ['malformed', svg(`${'<g>'.repeat(300)}${'</g>'.repeat(300)}`)],
  ['malformed', `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`],
  ['nothing_left', `<svg ${NS}><script>1</script></svg>`],
  ['nothing_left', `<svg ${NS}/>`]
])('the reason is %s for %s', (reason, text) => expect(cleanSvg(text)).toEqual({ ok: false, reason }))

test.each([
  ['fill: url(#a)', 'fill:url(#a)'],
  ['fill: url( "#a" ) red', 'fill:url(#a) red'],
  ['fill: url("https://evil.example/#a");stroke:red', 'stroke:red'],
  ["fill: URL('//evil.example')", ''],
  ['fill: url(https://evil.example', ''],
  ['fill: u\\72l(https://evil.example)', ''],
  ['f\\69ll: red', ''],
  ['fill: /* url(#a) */ red !important', 'fill:red!important'],
  ['--a: url(//evil.example); --b: #fff; fill: var(--b, rgb(1 2 3 / .5))', '--b:#fff;fill:var(--b,rgb(1 2 3/.5))'],
  ['fill: var(--a, url(//evil.example))', ''],
  ['background: image-set("https://evil.example/a.png" 1x)', ''],
  ['width: expression(alert(1))', ''],
  ['width: calc(1px + 2em); font: 9px "Open Sans", sans-serif', 'width:calc(1px + 2em);font:9px"Open Sans",sans-serif'],
  ['behavior: url(#a)', '']
])('the style %s is cleaned to %j', (css, clean) => expect(cleanCssDeclarations(css)).toBe(clean))

test.each([
  ['rgb(1, 2, 3)', 'rgb(1,2,3)'],
  ['rotate(45-20 3) translate(.5.5)', 'rotate(45-20 3) translate(.5.5)'],
  ['M0 0-1-2z', 'M0 0-1-2z'],
  ['url(#a) none', 'url(#a) none'],
  ['u\\72l(#a)', undefined],
  ['src("a.png")', undefined],
  ['"https://evil.example"', undefined],
  ['element(#a)', undefined]
])('the value %s becomes %j', (value, clean) => expect(cleanCssValue(value)).toBe(clean))

test.each([
  ['a>b{fill:red}@media (min-width:1px){c{d:path("M0 0")}}', 'a>b{fill:red}@media (min-width:1px){c{d:path("M0 0")}}'],
  ['@import "a.css";@font-face{font-family:f;src:url(#a)}.curl{fill:red}', '.curl{fill:red}'],
  ['@keyframes k{from{opacity:0}to{mask:src("a")}}', '@keyframes k{from{opacity:0}to{}}'],
  ['[href="//a"]{fill:red}\\61{fill:red}b{fill:red;&:hover{fill:url(a)}}', 'b{fill:red;&:hover{}}']
])('the style sheet %s is cleaned to %j', (css, clean) => expect(cleanStyleSheet(css)).toBe(clean))

test('the worker threads clean many files in parallel and return each result to its caller', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => cleanSvgAside(svg(`<circle r="${index}"/>`), `artist ${index % 3}`))
  )
  expect(answers.map((answer) => answer.ok && /circle r="(\d+)"/.exec(answer.svg)?.[1])).toEqual(
    Array.from({ length: 30 }, (_, index) => String(index))
  )
})
