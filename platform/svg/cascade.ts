import { COLOR_PROPERTIES, type Declaration, type Rule, readDeclarations, readRules } from './css.ts'
import { decoded, type SvgElement, type SvgTree } from './read-svg.ts'

/** Other properties that decide what is drawn and with which colors. */
const DRAWN_BY = ['display', 'marker', 'marker-start', 'marker-mid', 'marker-end', 'mask', 'stroke-width', 'fill-opacity', 'stroke-opacity']
const READ: ReadonlySet<string> = new Set([...COLOR_PROPERTIES, ...DRAWN_BY])

export type Cascade = {
  /** Every rule of the style sheets, in order. */
  rules: readonly Rule[]
  /** Rules whose selector was not understood: whatever they say may be drawn. */
  unread: readonly Rule[]
  /** Returns what is said about an element itself, without what it inherits: its style, else a style sheet, else its attribute. '' if nothing is. */
  ownValue(element: SvgElement, property: string): string
  /** Returns what style sheets alone say, unless the element's style says otherwise. */
  sheetValue(element: SvgElement, property: string): Declaration | undefined
}

type Simple = { name: string | undefined; id: string | undefined; classes: string[]; weight: number }
/** The last part is the element itself. `is_child` says how a part stands to the one before it. */
type Selector = { parts: { simple: Simple; is_child: boolean }[]; weight: number }
type Matched = { selector: Selector; order: number; declarations: ReadonlyMap<string, Declaration> }

const SIMPLE = /^(\*|[a-z][\w-]*)?((?:[#.](?:[\w-]|[^\x00-\x7f])+)*)$/i
const RULES_MAX = 2000
/** Comparisons of an element with a selector. A style sheet beyond it is made to keep us busy. */
const STEPS_MAX = 500_000
/** A longer value is no color. */
const VALUE_MAX = 1000

/** Reads the style sheets of a drawing and who says what about which element. */
export function readCascade({ text, elements }: SvgTree): Cascade {
  const rules = elements
    .filter(({ name }) => name === 'style')
    .flatMap(({ content }) => readRules(text, content.from, content.to))
    .slice(0, RULES_MAX)
  const { byKey, unread } = indexed(rules)
  const find = matcher(byKey)
  const inline = new Map<SvgElement, Map<string, Declaration>>()
  const inlineOf = (element: SvgElement) => {
    const read = inline.get(element) ?? readInline(text, element)
    inline.set(element, read)
    return read
  }
  const sheetValue = (element: SvgElement, property: string): Declaration | undefined => {
    const own = inlineOf(element).get(property)
    const sheet = find(element).get(property)
    return own && (own.is_important || !sheet?.is_important) ? undefined : sheet
  }
  const ownValue = (element: SvgElement, property: string): string => {
    const said = sheetValue(element, property) ?? inlineOf(element).get(property) ?? element.attributes.get(property)
    const value = said && said.value.length <= VALUE_MAX ? said.value.trim() : ''
    return value === 'inherit' ? '' : value
  }
  return { rules, unread, sheetValue, ownValue }
}

/** Sorts the selectors of all rules by the last name, class, or id in them. */
function indexed(rules: readonly Rule[]): { byKey: ReadonlyMap<string, Matched[]>; unread: Rule[] } {
  const unread: Rule[] = []
  const byKey = new Map<string, Matched[]>()
  rules.forEach((rule, order) => {
    const selectors = rule.selector.startsWith('@') ? [] : decoded(rule.selector).split(',').map(readSelector)
    if (selectors.length === 0 || selectors.includes(undefined)) unread.push(rule)
    const declarations = lastOf(rule.declarations.filter(({ property, value }) => READ.has(property) && value.length <= VALUE_MAX))
    for (const selector of selectors) if (selector && declarations.size > 0) addSelector(byKey, { selector, order, declarations })
  })
  return { byKey, unread }
}

function addSelector(byKey: Map<string, Matched[]>, matched: Matched): void {
  const last = matched.selector.parts.at(-1)
  if (!last) return
  const key = keyOf(last.simple)
  const known = byKey.get(key)
  if (known) known.push(matched)
  else byKey.set(key, [matched])
}

/** Of each property the declaration that counts. */
function lastOf(declarations: Iterable<Declaration>, found = new Map<string, Declaration>()): Map<string, Declaration> {
  for (const declaration of declarations)
    if (declaration.is_important || !found.get(declaration.property)?.is_important) found.set(declaration.property, declaration)
  return found
}

function readInline(text: string, element: SvgElement): Map<string, Declaration> {
  const style = element.attributes.get('style')
  return lastOf(style ? readDeclarations(text, style.from, style.to) : [])
}

/** Undefined for a selector with anything but names, classes, ids, descendants, and children. */
function readSelector(text: string): Selector | undefined {
  const words = text.replaceAll('>', ' > ').trim().split(/\s+/)
  const parts: Selector['parts'] = []
  for (const [at, word] of words.entries()) {
    if (word === '>') continue
    const simple = readSimple(word)
    if (!simple) return undefined
    parts.push({ simple, is_child: words[at - 1] === '>' })
  }
  return { parts, weight: parts.reduce((sum, { simple }) => sum + simple.weight, 0) }
}

function readSimple(word: string): Simple | undefined {
  const [, name, rest = ''] = SIMPLE.exec(word) ?? []
  if (!name && !rest) return undefined
  const ids = rest.match(/#[^#.]+/g) ?? []
  const classes = (rest.match(/\.[^#.]+/g) ?? []).map((one) => one.slice(1))
  const isNamed = name !== undefined && name !== '*'
  const weight = ids.length * 10_000 + classes.length * 100 + (isNamed ? 1 : 0)
  return { name: isNamed ? name : undefined, id: ids[0]?.slice(1), classes, weight }
}

const keyOf = ({ name, id, classes }: Simple): string => (id ? `#${id}` : classes[0] ? `.${classes[0]}` : (name ?? '*'))

function matcher(byKey: ReadonlyMap<string, Matched[]>) {
  const found = new Map<SvgElement, ReadonlyMap<string, Declaration>>()
  const none: ReadonlyMap<string, Declaration> = new Map()
  const classes = new Map<SvgElement, ReadonlySet<string>>()
  let steps = 0

  const classesOf = (element: SvgElement): ReadonlySet<string> => {
    const own = classes.get(element) ?? new Set(element.attributes.get('class')?.value.split(/\s+/).filter(Boolean))
    classes.set(element, own)
    return own
  }
  const fits = (simple: Simple, element: SvgElement): boolean => {
    steps += 1 + simple.classes.length
    const { name, id } = simple
    if ((name && name !== element.name) || (id && id !== element.attributes.get('id')?.value)) return false
    return simple.classes.every((one) => classesOf(element).has(one))
  }
  const matches = ({ parts }: Selector, element: SvgElement): boolean => {
    let at: SvgElement | undefined = element
    for (let part = parts.length - 1; part >= 0; part -= 1) {
      const { simple } = parts[part] as Selector['parts'][number]
      const direct = part === parts.length - 1 || parts[part + 1]?.is_child
      while (!direct && at && !fits(simple, at)) at = at.parent
      if (!at || !fits(simple, at)) return false
      at = at.parent
    }
    return true
  }
  const keysOf = (element: SvgElement): string[] => {
    const id = element.attributes.get('id')?.value
    return [...(id ? [`#${id}`] : []), ...[...classesOf(element)].map((one) => `.${one}`), element.name, '*']
  }
  const match = (element: SvgElement): ReadonlyMap<string, Declaration> => {
    const candidates = keysOf(element).flatMap((key) => byKey.get(key) ?? [])
    const own = candidates.filter(({ selector }) => steps < STEPS_MAX && matches(selector, element))
    own.sort((one, other) => one.selector.weight - other.selector.weight || one.order - other.order)
    const values = new Map<string, Declaration>()
    for (const { declarations } of own) {
      steps += declarations.size
      lastOf(declarations.values(), values)
    }
    return values
  }
  return (element: SvgElement): ReadonlyMap<string, Declaration> => {
    const known = byKey.size === 0 ? none : found.get(element)
    if (known) return known
    const values = steps < STEPS_MAX ? match(element) : none
    found.set(element, values)
    return values
  }
}
