import type { Rule } from 'css-tree'
import parse from 'css-tree/parser'
import walk from 'css-tree/walker'
import { JSDOM } from 'jsdom'

/** An SVG as it is drawn. */
export type Drawing = {
  root: Element
  /** Every element that is drawn, also through `<use>` and patterns, once each. */
  drawn: readonly Element[]
  /** The value of a property such as 'fill': its style, else its style sheet, else its attribute, else that of its parent. '' if nothing says so. */
  propertyOf(element: Element, property: string): string
}

/** What these hold is drawn only where something refers to it. */
const NOT_DRAWN = new Set(
  'defs symbol pattern marker clipPath mask linearGradient radialGradient filter style title desc metadata script'.split(' ')
)
/** Those of the properties asked for that children take over from their parents. */
const INHERITED = new Set(['fill', 'fill-opacity', 'stroke', 'stroke-linecap', 'visibility'])
const FRAGMENT = /#([^"')\s]+)/
/** A style sheet with more rules than this says nothing that matters for a finding. */
const RULES_MAX = 500

const { window } = new JSDOM('')

type Declarations = Map<string, string>

/** Reads an SVG that was cleaned. Throws if it is not well-formed. */
export function readDrawing(svg: string): Drawing {
  const parsed = new window.DOMParser().parseFromString(svg, 'image/svg+xml')
  const root = parsed.documentElement
  if (root?.localName !== 'svg' || parsed.getElementsByTagName('parsererror').length > 0) throw new Error('This SVG is not well-formed.')
  const sheet = styleSheetOf(root)
  const propertyOf = propertiesOf(sheet)
  return { root, propertyOf, drawn: drawnIn(root, propertyOf) }
}

/** Each style is read once, and each value is looked up once for each element: a drawing can nest hundreds of groups around thousands of paths. */
function propertiesOf(sheet: ReadonlyMap<Element, Declarations>): Drawing['propertyOf'] {
  const inline = new WeakMap<Element, Declarations>()
  const inlineOf = (element: Element): Declarations => {
    const read = inline.get(element) ?? declarationsIn(element)
    inline.set(element, read)
    return read
  }
  const ownOf = (element: Element, property: string): string => {
    const own = inlineOf(element).get(property) ?? sheet.get(element)?.get(property) ?? element.getAttribute(property) ?? ''
    return own === 'inherit' ? '' : own.trim()
  }
  const inherited = new Map([...INHERITED].map((property) => [property, new WeakMap<Element, string>()]))
  return (element, property) => {
    const known = inherited.get(property)
    return known ? inheritedValue(element, known, (at) => ownOf(at, property)) : ownOf(element, property)
  }
}

/** Returns the value of the nearest element that has one, from this one outward, and adds it to what is known. */
function inheritedValue(element: Element, known: WeakMap<Element, string>, ownOf: (element: Element) => string): string {
  const passed: Element[] = []
  let value: string | undefined
  for (let at: Element | null = element; at && value === undefined; at = at.parentElement) {
    value = known.get(at) ?? (ownOf(at) || undefined)
    passed.push(at)
  }
  for (const one of passed) known.set(one, value ?? '')
  return value ?? ''
}

function drawnIn(root: Element, propertyOf: Drawing['propertyOf']): Element[] {
  const named = new Map([...root.querySelectorAll('[id]')].map((element) => [element.id, element]))
  const drawn = new Set<Element>()
  const visit = (element: Element): void => {
    if (drawn.has(element) || propertyOf(element, 'display') === 'none' || propertyOf(element, 'opacity') === '0') return
    drawn.add(element)
    for (const target of referencesOf(element, propertyOf).flatMap((id) => named.get(id) ?? [])) {
      if (NOT_DRAWN.has(target.localName)) visitChildren(target)
      else visit(target)
    }
    visitChildren(element)
  }
  const visitChildren = (element: Element): void => {
    for (const child of element.children) if (!NOT_DRAWN.has(child.localName)) visit(child)
  }
  visit(root)
  return [...drawn].filter((element) => propertyOf(element, 'visibility') !== 'hidden')
}

/** Returns the ids of what is drawn in place of this element or fills it. */
function referencesOf(element: Element, propertyOf: Drawing['propertyOf']): string[] {
  const values =
    element.localName === 'use'
      ? [element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '']
      : ['fill', 'stroke'].map((property) => propertyOf(element, property)).filter((value) => value.startsWith('url('))
  return values.flatMap((value) => FRAGMENT.exec(value)?.[1] ?? [])
}

const declarationsIn = (element: Element): Declarations =>
  new Map(
    (element.getAttribute('style') ?? '').split(';').flatMap((declaration): [string, string][] => {
      const [name = '', ...value] = declaration.split(':')
      return value.length > 0 ? [[name.trim(), value.join(':').trim()]] : []
    })
  )

/** The declarations that style sheets make for each element. Of two rules the later one counts. */
function styleSheetOf(root: Element): Map<Element, Declarations> {
  const found = new Map<Element, Declarations>()
  const rules = [...root.querySelectorAll('style')].flatMap((style) => rulesOf(style.textContent ?? '')).slice(0, RULES_MAX)
  for (const { selector, declarations } of rules)
    for (const element of selectedBy(root, selector)) {
      const known = found.get(element) ?? new Map<string, string>()
      for (const [name, value] of declarations) known.set(name, value)
      found.set(element, known)
    }
  return found
}

function rulesOf(css: string): { selector: string; declarations: Declarations }[] {
  const rules: { selector: string; declarations: Declarations }[] = []
  const add = ({ prelude, block }: Rule): void => {
    const declarations: Declarations = new Map()
    block.children.forEach((node) => {
      if (node.type === 'Declaration' && node.value.type === 'Raw') declarations.set(node.property, node.value.value.trim())
    })
    if (prelude.type === 'Raw') rules.push({ selector: prelude.value, declarations })
  }
  walk(parse(css, { parseValue: false, parseRulePrelude: false, onParseError: () => {} }), { visit: 'Rule', enter: add })
  return rules
}

function selectedBy(root: Element, selector: string): Element[] {
  try {
    return [...root.querySelectorAll(selector)]
  } catch (error) {
    // A selector that this library does not know styles nothing.
    if (error instanceof window.DOMException) return []
    throw error
  }
}
