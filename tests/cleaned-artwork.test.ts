import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cleanSvg } from '#submissions/server/drawing/clean-svg.ts'
import { gather } from '../catalogue-import/artwork/artwork.ts'
import { demoArtwork } from '../catalogue-import/demo.ts'
import { DEMO_SETS, readIconSets } from '../catalogue-import/iconify/demo-sets.ts'
import { drawing, isInert } from '../catalogue-import/iconify/icon-set.ts'

/** Icons of each set, spread evenly. */
const PER_SET = 25
const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const { window } = new JSDOM('')

/** Each element, attribute, and CSS rule of a drawing with its number, without regard to spaces. */
function contentsOf(svg: string): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const element of new window.DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('*')) {
    count(`<${element.localName}>`)
    for (const { name, value } of element.attributes) count(`${name}=${plain(value)}`)
    if (element.localName === 'style') count(plain(element.textContent ?? ''))
  }
  return counts
}

const plain = (text: string): string =>
  text
    .replace(/\s+/g, '')
    .replace(/;(?=}|$)/g, '')
    .replaceAll("'", '"')
    .replace(/url\("([^"]*)"\)/g, 'url($1)')

function lostFrom(svg: string): string[] {
  const cleaned = cleanSvg(svg)
  if (!cleaned.ok) return [cleaned.reason]
  const left = contentsOf(cleaned.svg)
  return [...contentsOf(svg)].filter(([name, count]) => (left.get(name) ?? 0) < count).map(([name]) => name)
}

const draw = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).resize(96, 96, { fit: 'contain' }).raw().toBuffer()

test('icons of the demo sets lose no element, attribute, or style', async () => {
  const sets = await readIconSets()
  const lost = DEMO_SETS.flatMap((prefix) => {
    const indexed = sets[prefix]
    const names = Object.keys(indexed.set.icons)
    const chosen = names.filter((_name, index) => index % Math.max(1, Math.floor(names.length / PER_SET)) === 0)
    return chosen.flatMap((name) => {
      const found = drawing(indexed.set, name)
      if (!found || !isInert(found.body)) return []
      const { body, width, height } = found
      return lostFrom(`<svg ${NS} viewBox="0 0 ${width} ${height}">${body}</svg>`).map((what) => `${prefix}:${name} ${what}`)
    })
  })
  expect(lost).toEqual([])
}, 60_000)

test('the demo artwork loses nothing and looks the same after cleaning', async () => {
  const works = await gather(demoArtwork())
  const chosen = works.filter((_work, index) => index % 10 === 0)
  expect(chosen.flatMap(({ svg, title }) => lostFrom(svg).map((what) => `${title}: ${what}`))).toEqual([])
  const changed: string[] = []
  for (const { svg, title } of chosen.filter((_work, index) => index % 4 === 0)) {
    const cleaned = cleanSvg(svg)
    if (!cleaned.ok || !(await draw(svg)).equals(await draw(cleaned.svg))) changed.push(title)
  }
  expect(changed).toEqual([])
}, 60_000)

/** As these programs write them: namespaces, style sheets, filters, blending, fonts, and odd spacing. */
const PROGRAMS: readonly (readonly [program: string, svg: string])[] = [
  [
    'Illustrator',
    `<svg version="1.1" id="Layer_1" ${NS} x="0px" y="0px" viewBox="0 0 96 96" style="enable-background:new 0 0 96 96;" xml:space="preserve"><style type="text/css">
	.st0{clip-path:url(#SVGID_2_);fill:url(#SVGID_3_);}
	.st1{fill:none;stroke:#231F20;stroke-width:2;stroke-linecap:round;stroke-miterlimit:10;stroke-dasharray:4,2;}
	.st2{opacity:0.8;mix-blend-mode:multiply;isolation:isolate;font-family:'Myriad-Roman';}
</style><g><defs><rect id="SVGID_1_" width="96" height="60"/></defs><clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath><linearGradient id="SVGID_3_" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="96" y2="0" gradientTransform="matrix(1 0 0 -1 0 96)"><stop offset="0" style="stop-color:#F00"/><stop offset="1" style="stop-color:#00F"/></linearGradient><circle class="st0" cx="48" cy="48" r="40"/><path class="st1 st2" d="M4,90h88"/></g></svg>`
  ],
  [
    'Inkscape',
    `<svg ${NS} width="96" height="96"><defs><filter id="f" x="-0.1" style="color-interpolation-filters:sRGB"><feGaussianBlur stdDeviation="2"/></filter><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="translate(1,1)scale(2-0.5)"><path d="m0,0h2v2"/></pattern></defs><rect style="display:inline;fill:url(#p);fill-opacity:1;stroke:#000000;stroke-width:0.5px;filter:url(#f);paint-order:markers stroke fill" width="60" height="60" x="9" y="9"/><text xml:space="preserve" style="font-style:normal;font-size:12px;line-height:1.25;font-family:'Open Sans', sans-serif;text-anchor:middle" x="48" y="90"><tspan x="48" y="90">A &amp; B</tspan></text></svg>`
  ],
  [
    'Figma',
    `<svg width="96" height="96" viewBox="0 0 96 96" fill="none" ${NS}><g clip-path="url(#clip0_1_2)"><mask id="m" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="96" height="96"><path d="M0 0h96v48H0z" fill="#D9D9D9"/></mask><g mask="url(#m)" filter="url(#filter0_d)"><rect width="80" height="80" rx="8" fill="url(#paint0_radial)" style="mix-blend-mode:hard-light" shape-rendering="crispEdges"/></g></g><defs><filter id="filter0_d" x="0" y="0" width="96" height="96" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="4"/><feBlend mode="normal" in2="BackgroundImageFix" result="e"/><feBlend mode="normal" in="SourceGraphic" in2="e" result="shape"/></filter><radialGradient id="paint0_radial" cx="0" cy="0" r="1" gradientUnits="userSpaceOnUse" gradientTransform="translate(40 40) rotate(45) scale(50 50)"><stop stop-color="#12F"/><stop offset="1" stop-color="rgba(255,0,0,0.5)"/></radialGradient><clipPath id="clip0_1_2"><rect width="96" height="96" fill="white"/></clipPath></defs></svg>`
  ],
  [
    'an icon editor with variables and a dark theme',
    `<svg ${NS} viewBox="0 0 24 24"><style>:root{--tint:hsl(210 80% 50%)}.a{fill:var(--tint,#333);transform:rotate(45deg);transform-box:fill-box;transform-origin:center}@media (prefers-color-scheme:dark){.a{fill:#fff}}</style><path class="a" d="M4 4h16v16H4z"/><path stroke="currentColor" stroke-width="calc(1px + 1px)" marker-end="url(#e)" d="M1 1-1 5"/><marker id="e" refX="1" orient="auto-start-reverse" markerUnits="strokeWidth"><path d="M0 0 2 1"/></marker><use href="#e" transform="skewX(10)" vector-effect="non-scaling-stroke"/></svg>`
  ]
]

test.each(PROGRAMS)('a drawing by %s keeps every property and its look', async (_program, svg) => {
  expect(lostFrom(svg)).toEqual([])
  const cleaned = cleanSvg(svg)
  expect(cleaned.ok && (await draw(svg)).equals(await draw(cleaned.svg))).toBe(true)
})
