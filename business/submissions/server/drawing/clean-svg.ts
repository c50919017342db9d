import createPurifier, { type WindowLike } from 'dompurify'
import { JSDOM } from 'jsdom'
import { cleanCssDeclarations, cleanCssValue, cleanStyleSheet, FRAGMENT } from './clean-svg-css.ts'
import { ALLOWED_PROPERTIES, TEXT_ATTRIBUTES } from './clean-svg-words.ts'

export type CleanedSvg = { ok: true; svg: string } | { ok: false; reason: 'malformed' | 'nothing_left' }

/** Elements that run, load, or animate something. They are removed with their content, as a second defense behind DOMPurify. */
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
const VISIBLE = 'path,rect,circle,ellipse,line,polyline,polygon,text,image,use'
const SVG = 'http://www.w3.org/2000/svg'
const RASTER = /^data:image\/(png|jpeg|jpg|webp|gif);base64,[A-Za-z0-9+/=\s]*$/
const RASTER_LENGTH_MAX = 2_000_000
const ENTITY_LENGTH_MAX = 300
const DEPTH_MAX = 250
/** Namespace names are not addresses, but only these two are needed. */
const NAMESPACES = new Set([SVG, 'http://www.w3.org/1999/xlink'])
const REMOVED_ATTRIBUTES = new Set(['src', 'srcset', 'base', 'action', 'formaction', 'ping', 'poster', 'profile', 'requiredfeatures'])

const { window } = new JSDOM('')
const purifier = createPurifier(window as unknown as WindowLike)

/** Removes everything that runs, loads, or links to something from an SVG, and keeps the picture. */
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
    ADD_ATTR: [...ALLOWED_PROPERTIES],
    KEEP_CONTENT: false,
    ALLOW_DATA_ATTR: false
  })
  for (const element of [root, ...root.querySelectorAll('*')]) cleanElement(element)
  removeInstructions(root)
  if (!root.querySelector(VISIBLE)) return { ok: false, reason: 'nothing_left' }
  return { ok: true, svg: new window.XMLSerializer().serializeToString(root) }
}

/** Parsing time grows with the square of the depth. No drawing program nests this deep. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [tag] of text.matchAll(/<[/a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth > DEPTH_MAX) return true
  }
  return false
}

/** Removes the document type. Expands entities with short plain text first; Illustrator uses them for namespaces. */
function withoutDoctype(text: string): string {
  const doctype = /<!DOCTYPE[^[>]*(\[[\s\S]*?\]\s*)?>/.exec(text)
  if (!doctype) return text
  const entities = new Map<string, string>()
  for (const [, name = '', , value = ''] of (doctype[1] ?? '').matchAll(/<!ENTITY\s+([\w:.-]+)\s+(["'])([^&<"']*)\2\s*>/g))
    if (value.length <= ENTITY_LENGTH_MAX) entities.set(name, value)
  const body = text.slice(0, doctype.index) + text.slice(doctype.index + doctype[0].length)
  return body.replace(/&([\w:.-]+);/g, (whole, name: string) => entities.get(name) ?? whole)
}

function cleanElement(element: Element): void {
  if (element.namespaceURI !== SVG || REFUSED_ELEMENTS.has(element.localName.toLowerCase())) {
    element.remove()
    return
  }
  for (const attribute of [...element.attributes]) {
    const cleaned = cleanAttribute(element, attribute)
    if (cleaned === undefined) element.removeAttributeNode(attribute)
    else if (cleaned !== attribute.value) attribute.value = cleaned
  }
  // A page that contains the SVG reads names in any case.
  if (element.localName.toLowerCase() === 'style') element.textContent = cleanStyleSheet(element.textContent)
}

/** Returns the safe value of an attribute, or undefined if the attribute must be removed. */
function cleanAttribute(element: Element, { name, localName, value }: Attr): string | undefined {
  const local = localName.toLowerCase()
  if (local.startsWith('on') || REMOVED_ATTRIBUTES.has(local)) return undefined
  if (name === 'xmlns' || name.startsWith('xmlns:')) return NAMESPACES.has(value) ? value : undefined
  if (local === 'href') return safeReference(element, value.trim())
  if (local === 'style') return cleanCssDeclarations(value) || undefined
  return TEXT_ATTRIBUTES.has(local) || local.startsWith('aria-') ? value : cleanCssValue(value)
}

function safeReference(element: Element, value: string): string | undefined {
  if (FRAGMENT.test(value)) return value
  const isPicture = /^(image|feimage)$/i.test(element.localName)
  return isPicture && value.length <= RASTER_LENGTH_MAX && RASTER.test(value) ? value : undefined
}

/** Removes comments and processing instructions, such as one that names a style sheet. */
function removeInstructions(root: Element): void {
  const { SHOW_COMMENT, SHOW_PROCESSING_INSTRUCTION } = window.NodeFilter
  const walker = root.ownerDocument.createTreeWalker(root, SHOW_COMMENT | SHOW_PROCESSING_INSTRUCTION)
  const found: Node[] = []
  while (walker.nextNode()) found.push(walker.currentNode)
  for (const node of found) node.parentNode?.removeChild(node)
}
