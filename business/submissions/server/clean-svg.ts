import createPurifier, { type WindowLike } from 'dompurify'
import { JSDOM } from 'jsdom'

export type CleanedSvg = { ok: true; svg: string } | { ok: false; reason: 'malformed' | 'nothing_left' }

/** Elements that run, load or move something: gone with all that they hold. DOMPurify knows most of them; two locks are better than one. */
const REFUSED_ELEMENTS = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'handler',
  'listener',
  'set',
  'animate',
  'animatemotion',
  'animatetransform',
  'animatecolor',
  'link',
  'metadata'
])
const DRAWN = 'path,rect,circle,ellipse,line,polyline,polygon,text,image,use'
const SVG = 'http://www.w3.org/2000/svg'
const RASTER = /^data:image\/(png|jpeg|jpg|webp|gif);base64,[A-Za-z0-9+/=\s]*$/
const LONGEST_RASTER = 2_000_000
const LONGEST_ENTITY = 300
const DEEPEST = 250
/** Ways of CSS to name an address beside url(), to import a sheet, or to hide a word by an escape. */
const ODD_CSS = /\\|@import|@namespace|image-set\(|\bimage\(|\bsrc\(|expression\(|behavior|-moz-binding|javascript:/i

const { window } = new JSDOM('')
const purifier = createPurifier(window as unknown as WindowLike)

/** Takes everything out of an SVG that runs, loads or leads elsewhere, and leaves the picture. */
export function cleanSvg(text: string): CleanedSvg {
  if (isTooDeep(text)) return { ok: false, reason: 'malformed' }
  const parsed = new window.DOMParser().parseFromString(withoutDoctype(text), 'image/svg+xml')
  const root = parsed.documentElement
  if (!root || root.namespaceURI !== SVG || root.localName !== 'svg' || parsed.getElementsByTagName('parsererror').length > 0)
    return { ok: false, reason: 'malformed' }
  purifier.sanitize(root, {
    IN_PLACE: true,
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    KEEP_CONTENT: false,
    ALLOW_DATA_ATTR: false
  })
  for (const element of [root, ...root.querySelectorAll('*')]) cleanElement(element)
  if (!root.querySelector(DRAWN)) return { ok: false, reason: 'nothing_left' }
  return { ok: true, svg: new window.XMLSerializer().serializeToString(root) }
}

/** The parser's time grows with the square of the depth; no drawing program nests so far. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [tag] of text.matchAll(/<[/a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth > DEEPEST) return true
  }
  return false
}

/** Drops the document type; entities that are plain short texts, as Illustrator writes them for namespaces, are put in first. */
function withoutDoctype(text: string): string {
  const doctype = /<!DOCTYPE[^[>]*(\[[\s\S]*?\]\s*)?>/.exec(text)
  if (!doctype) return text
  const entities = new Map<string, string>()
  for (const [, name, , value] of (doctype[1] ?? '').matchAll(/<!ENTITY\s+([\w:.-]+)\s+(["'])([^&<"']*)\2\s*>/g))
    if (value!.length <= LONGEST_ENTITY) entities.set(name!, value!)
  const body = text.slice(0, doctype.index) + text.slice(doctype.index + doctype[0].length)
  return body.replace(/&([\w:.-]+);/g, (whole, name: string) => entities.get(name) ?? whole)
}

function cleanElement(element: Element): void {
  if (element.namespaceURI !== SVG || REFUSED_ELEMENTS.has(element.localName.toLowerCase())) {
    element.remove()
    return
  }
  for (const attribute of [...element.attributes]) {
    const kept = cleanAttribute(element, attribute)
    if (kept === undefined) element.removeAttributeNode(attribute)
    else if (kept !== attribute.value) attribute.value = kept
  }
  if (element.localName === 'style') element.textContent = cleanCss(element.textContent)
}

/** What stays of an attribute's value, or nothing when the attribute has to go. */
function cleanAttribute(element: Element, { name, localName, value }: Attr): string | undefined {
  const local = localName.toLowerCase()
  if (local.startsWith('on') || local === 'src' || local === 'base' || local === 'action' || local === 'formaction') return undefined
  if (name === 'xmlns' || name.startsWith('xmlns:')) return value
  if (local === 'href') return isSafeReference(element, value.trim()) ? value.trim() : undefined
  if (local === 'style') return cleanCss(value)
  return /url\s*\(|javascript:/i.test(value) && cleanCss(value) !== value ? undefined : value
}

function isSafeReference(element: Element, value: string): boolean {
  if (/^#[^\s"'<>()]+$/.test(value)) return true
  return /^(image|feimage)$/i.test(element.localName) && value.length <= LONGEST_RASTER && RASTER.test(value)
}

/** Keeps url(#fragment) and small embedded rasters; every other address becomes none. A sheet with tricks in it goes whole. */
export function cleanCss(css: string): string {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  if (ODD_CSS.test(plain)) return ''
  return plain.replace(/url\s*\(\s*("[^"]*"|'[^']*'|[^)]*)\s*\)?/gi, (whole, quoted: string) => {
    const address = quoted
      .trim()
      .replace(/^["']|["']$/g, '')
      .trim()
    if (/^#[^\s"'<>()]+$/.test(address)) return whole
    return address.length <= LONGEST_RASTER && RASTER.test(address) ? whole : 'none'
  })
}
