/** An SVG that makes a browser fetch `address`, or tries to, and what it tries. */
export type HostileSvg = { name: string; svg: (address: string) => string }

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const SHAPE = '<path d="M0 0h9v9z"/>'
const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
const drawing = (inside: string, attributes = ''): string =>
  `<svg ${NS} width="9" height="9" viewBox="0 0 9 9" ${attributes}>${inside}${SHAPE}</svg>`
const attributeText = (css: string): string => css.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const cssText = (css: string): string => css.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** CSS properties whose value may name a resource. */
const PROPERTIES = [
  ...['fill', 'stroke', 'mask', 'mask-image', 'filter', 'clip-path', 'marker', 'marker-start', 'marker-mid', 'marker-end', 'cursor'],
  ...[
    'background',
    'background-image',
    'border-image',
    'list-style-image',
    'content',
    'shape-outside',
    'offset-path',
    '-webkit-mask-image'
  ],
  ...['-webkit-mask-box-image', '-webkit-box-reflect', 'color-profile', 'fill-image', 'behavior', '-moz-binding', 'src']
]

/** Ways to write a function that names a resource, without and with escapes. */
const FUNCTIONS: readonly ((address: string) => string)[] = [
  (address) => `url(${address}#a)`,
  (address) => `URL("${address}#a")`,
  (address) => `u\\72l(${address}#a)`,
  (address) => `\\75 rl("${address}#a")`,
  (address) => `\\000055\\52\\4c(${address})`,
  (address) => `url("${address.replace('h', '\\68 ')}#a")`,
  (address) => `url(${address.replace(':', '\\3a ').replace('//', '\\/\\/')})`,
  (address) => `url(${address.replace('http:', '')}`,
  (address) => `/**/url(/**/"${address}"`,
  (address) => `url(\n '${address}' )`,
  (address) => `image-set("${address}" 1x)`,
  (address) => `-webkit-image-set(url(${address}) 1x)`,
  (address) => `im\\61ge-set("${address}" 1x, "${address}" 2x)`,
  (address) => `src("${address}")`,
  (address) => `s\\72 c("${address}")`,
  (address) => `image("${address}")`,
  (address) => `cross-fade(url(${address}), url(${address}), 50%)`,
  (address) => `-webkit-cross-fade(url("${address}"), u\\72l("${address}"), 50%)`,
  (address) => `paint(${address.replace(/\W/g, '')}, url(${address}))`,
  (address) => `element(#a) url(${address})`,
  (address) => `var(--unknown, url(${address}))`,
  (address) => `var(--unknown, u\\72l("${address}"))`,
  (address) => `url(#a) u\\72l(${address})`,
  (address) => `url(#a\\) url(${address}))`
]

/** Places in which a declaration can stand. */
const PLACES: readonly ((property: string, value: string) => string)[] = [
  (property, value) => drawing(`<rect width="9" height="9" ${property}="${attributeText(value)}"/>`),
  (property, value) => drawing(`<g style="${attributeText(`${property}:${value}`)}"><rect width="9" height="9"/></g>`),
  (property, value) => drawing(SHAPE, `style="${attributeText(`color:red;${property}:${value};x:1`)}"`),
  (property, value) => drawing(`<style>rect,svg{${cssText(`${property}:${value}`)}}</style><rect width="9" height="9"/>`),
  (property, value) => drawing(`<style><![CDATA[<!-- *{${property}:${value}} -->]]></style><rect width="9" height="9"/>`),
  (property, value) => drawing(`<style>@media all{@supports (fill:red){*{${cssText(`${property}:${value}`)}}}</style>`),
  (property, value) => drawing(`<style>*{--a:${cssText(value)};${property}:var(--a)}</style><rect width="9" height="9"/>`),
  (property, value) => drawing(`<style>@keyframes k{from,to{${cssText(`${property}:${value}`)}}}*{animation:k 9s}</style>`),
  (property, value) => drawing(`<style>svg{& rect,&amp; path{${cssText(`${property}:${value}`)}}}</style><rect width="9" height="9"/>`),
  (property, value) =>
    drawing(`<rect width="9" height="9"><set attributeName="${property}" to="${attributeText(value)}" begin="0s" dur="9s"/></rect>`),
  (property, value) =>
    drawing(
      `<rect width="9" height="9"><animate attributeName="${property}" values="none;${attributeText(value)}" begin="0s" dur="9s"/></rect>`
    ),
  (property, value) =>
    `<!DOCTYPE svg [<!ENTITY e "${value.replaceAll('&', '').replaceAll('"', "'").replaceAll('<', '')}">]>${drawing(`<rect width="9" height="9" style="${property}:&e;"/>`)}`
]

const inside = (name: string, written: (address: string) => string): HostileSvg => ({ name, svg: (address) => drawing(written(address)) })
const encoded = (svg: string): string => Buffer.from(svg).toString('base64')

/** Everything that is not a CSS declaration. */
const OTHERS: readonly HostileSvg[] = [
  ...[
    'image',
    'use',
    'feImage',
    'textPath',
    'tref',
    'linearGradient',
    'pattern',
    'filter',
    'cursor',
    'font-face-uri',
    'script',
    'a'
  ].flatMap((element) =>
    ['href', 'xlink:href'].map((attribute) =>
      inside(`${attribute} of ${element}`, (address) =>
        element === 'feImage'
          ? `<filter id="f"><feImage ${attribute}="${address}"/></filter><rect filter="url(#f)" width="9" height="9"/>`
          : `<${element} id="i" ${attribute}="${address}#a" width="9" height="9"/><rect fill="url(#i)" filter="url(#i)" width="9" height="9"/>`
      )
    )
  ),
  inside('an animated href', (address) => `<image width="9" height="9"><set attributeName="href" to="${address}"/></image>`),
  inside(
    'an animated xlink:href',
    (address) => `<image width="9" height="9"><animate attributeName="xlink:href" values="${address}"/></image>`
  ),
  inside('an animated style', (address) => `<rect><set attributeName="style" to="mask:url(${address})"/></rect>`),
  inside('xml:base', (address) => `<g xml:base="${address}/"><image width="9" height="9" href="a.png"/><use href="b.svg#c"/></g>`),
  inside('foreignObject', (address) => `<foreignObject width="9" height="9"><img ${XHTML} src="${address}"/></foreignObject>`),
  inside('an HTML image', (address) => `<img ${XHTML} src="${address}"/>`),
  inside('an HTML style sheet', (address) => `<link ${XHTML} rel="stylesheet" href="${address}"/>`),
  inside('an HTML style element', (address) => `<style ${XHTML}>@import "${address}";</style>`),
  inside('an iframe', (address) => `<foreignObject width="9" height="9"><iframe ${XHTML} src="${address}"/></foreignObject>`),
  inside('an audio element', (address) => `<audio ${XHTML} src="${address}" preload="auto"/>`),
  inside('a script that fetches', (address) => `<script>fetch("${address}")</script>`),
  inside(
    'an event handler',
    (address) => `<image href="#" width="9" height="9" onerror="fetch('${address}')" onload="fetch('${address}')"/>`
  ),
  ...['"', 'url(', "url('", '\\', 'u\\72l('].map((open) =>
    inside(`@import written with ${open}`, (address) => {
      const closed = open.includes('(') ? `${open}${address}${open.endsWith("'") ? "'" : ''})` : `"${address}"`
      return `<style>@${open === '\\' ? '\\69mport' : 'import'} ${closed};</style>`
    })
  ),
  inside('@import in CDATA', (address) => `<style><![CDATA[@import "${address}" screen;]]></style>`),
  inside('@font-face', (address) => `<style>@font-face{font-family:f;src:url(${address})}text{font-family:f}</style><text y="9">a</text>`),
  inside(
    '@font-face with src()',
    (address) => `<style>@font-face{font-family:f;src:src("${address}")}text{font:9px f}</style><text y="9">a</text>`
  ),
  inside('@namespace', (address) => `<style>@namespace url(${address});rect{fill:red}</style>`),
  inside('@counter-style', (address) => `<style>@counter-style c{system:cyclic;symbols:url(${address})}</style>`),
  inside('@property', (address) => `<style>@property --p{syntax:"*";inherits:false;initial-value:url(${address})}*{mask:var(--p)}</style>`),
  inside('@layer', (address) => `<style>@layer a{*{background:url(${address});mask:url(${address})}}</style>`),
  inside('@document', (address) => `<style>@document url(${address}){*{fill:red}}</style>`),
  ...['image/svg+xml', 'image/svg+xml;charset=utf-8', 'text/xml', 'text/html'].map((type) =>
    inside(`an image as data of type ${type}`, (address) => {
      const picture = drawing(`<image href="${address}" width="9" height="9"/><style>@import "${address}";</style>`)
      return `<image width="9" height="9" href="data:${type};base64,${encoded(picture)}"/><use href="data:${type};base64,${encoded(picture)}#a"/>`
    })
  ),
  { name: 'xml-stylesheet', svg: (address) => `<?xml-stylesheet type="text/css" href="${address}"?>${drawing('')}` },
  {
    name: 'xml-stylesheet with XSLT',
    svg: (address) => `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${address}"?>${drawing('')}`
  },
  { name: 'a document type', svg: (address) => `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${address}">${drawing('')}` },
  { name: 'an outside entity', svg: (address) => `<!DOCTYPE svg [<!ENTITY x SYSTEM "${address}">]>${drawing('<text>&x;</text>')}` },
  { name: 'an outside parameter entity', svg: (address) => `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${address}"> %x;]>${drawing('')}` },
  { name: 'xml:base on the root', svg: (address) => drawing('<image width="9" height="9" href="a.png"/>', `xml:base="${address}/"`) }
]

/** Every second combination is a presentation attribute: most of what an SVG can load stands there. */
const PRESENTED = 11

/** Returns `count` hostile SVGs: the hand-written ones, and combinations that cover every property, function, and place evenly. */
export function hostileSvgs(count: number): HostileSvg[] {
  const combined = Array.from({ length: count - OTHERS.length }, (_, index) => combination(index))
  return [...OTHERS, ...combined]
}

function combination(index: number): HostileSvg {
  const step = Math.floor(index / 2)
  const place = index % 2 === 0 ? 0 : 1 + (step % (PLACES.length - 1))
  const property = place === 0 ? step % PRESENTED : (step * 7 + place) % PROPERTIES.length
  const written = (step * 5 + Math.floor(step / FUNCTIONS.length) + place) % FUNCTIONS.length
  const name = PROPERTIES[property] ?? 'fill'
  return {
    name: `${name} with function ${written} in place ${place}`,
    svg: (address) => PLACES[place]?.(name, FUNCTIONS[written]?.(address) ?? '') ?? ''
  }
}
