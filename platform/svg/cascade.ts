import { COLOR_PROPERTIES, type Declaration, mayHoldColor, type Rule, readDeclarations, readRules } from './css.ts'
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

type Simple = { name?: string | undefined; id?: string | undefined; classes: string[] }
/** The last part is the element itself. `is_child` says how a part stands to the one before it. */
type Selector = { parts: { simple: Simple; is_child: boolean }[]; weight: number }
type Matched = { selector: Selector; order: number; declaration: Declaration }

const SIMPLE = /^(\*|[a-z][\w-]*)?((?:[#.](?:[\w-]|[^\x00-\x7f])+)*)$/i
const RULES_MAX = 2000
/** Comparisons of an element with a selector. A style sheet beyond it is made to keep us busy. */
const STEPS_MAX = 500_000

/** Reads the style sheets of a drawing and who says what about which element. */
export function readCascade({ text, root, elements }: SvgTree): Cascade {
  const rules = elements
    .filter(({ name }) => name === 'style')
    .flatMap(({ content }) => readRules(text, content.from, content.to))
    .slice(0, RULES_MAX)
  const unread: Rule[] = []
  const byKey = new Map<string, Matched[]>()
  rules.forEach((rule, order) => {
    const selectors = rule.selector.startsWith('@') ? [] : decoded(rule.selector).split(',').map(readSelector)
    if (selectors.length === 0 || selectors.includes(undefined)) unread.push(rule)
    for (const selector of selectors) if (selector) addRule(byKey, selector, rule, order)
  })
  const find = matcher(byKey, root)
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
  return {
    rules,
    unread,
    sheetValue,
    ownValue: (element, property) => {
      const value =
        sheetValue(element, property)?.value ??
        inlineOf(element).get(property)?.value ??
        element.attributes.get(property)?.value.trim() ??
        ''
      return value === 'inherit' ? '' : value
    }
  }
}

function readInline(text: string, element: SvgElement): Map<string, Declaration> {
  const style = element.attributes.get('style')
  const found = new Map<string, Declaration>()
  for (const declaration of style ? readDeclarations(text, style.from, style.to) : [])
    if (!found.get(declaration.property)?.is_important || declaration.is_important) found.set(declaration.property, declaration)
  return found
}

/** Undefined for a selector with anything but names, classes, ids, descendants, and children. */
function readSelector(text: string): Selector | undefined {
  const parts: Selector['parts'] = []
  let [is_child, weight] = [false, 0]
  for (const word of text
    .trim()
    .replace(/\s*>\s*/g, ' > ')
    .split(/\s+/)) {
    if (word === '>') {
      is_child = true
      continue
    }
    const [, name, rest = ''] = SIMPLE.exec(word) ?? []
    if (word === '' || (!name && !rest)) return undefined
    const ids = rest.match(/#[^#.]+/g) ?? []
    const classes = (rest.match(/\.[^#.]+/g) ?? []).map((one) => one.slice(1))
    parts.push({ simple: { name: name === '*' ? undefined : name, id: ids[0]?.slice(1), classes }, is_child })
    weight += ids.length * 10_000 + classes.length * 100 + (name && name !== '*' ? 1 : 0)
    is_child = false
  }
  return { parts, weight }
}

const keyOf = ({ name, id, classes }: Simple): string => (id ? `#${id}` : classes[0] ? `.${classes[0]}` : (name ?? '*'))

function addRule(byKey: Map<string, Matched[]>, selector: Selector, { declarations }: Rule, order: number): void {
  const last = selector.parts.at(-1)
  const said = declarations.filter(({ property }) => READ.has(property) || mayHoldColor(property))
  if (!last || said.length === 0) return
  const key = keyOf(last.simple)
  const known = byKey.get(key) ?? []
  known.push(...said.map((declaration) => ({ selector, order, declaration })))
  byKey.set(key, known)
}

const classesOf = ({ attributes }: SvgElement): string[] => attributes.get('class')?.value.split(/\s+/).filter(Boolean) ?? []

function matcher(byKey: ReadonlyMap<string, Matched[]>, root: SvgElement) {
  const found = new Map<SvgElement, Map<string, Declaration>>()
  const none = new Map<string, Declaration>()
  let steps = 0

  const fits = (simple: Simple, element: SvgElement): boolean => {
    steps += 1
    const { name, id, classes } = simple
    if ((name && name !== element.name) || (id && id !== element.attributes.get('id')?.value)) return false
    if (classes.length === 0) return true
    const own = classesOf(element)
    return classes.every((one) => own.includes(one))
  }
  const matches = ({ parts }: Selector, element: SvgElement): boolean => {
    let at: SvgElement | undefined = element
    for (let part = parts.length - 1; part >= 0; part -= 1) {
      const { simple } = parts[part] as Selector['parts'][number]
      const direct = part === parts.length - 1 || parts[part + 1]?.is_child
      while (!direct && at && at !== root.parent && !fits(simple, at)) at = at.parent
      if (!at || !fits(simple, at)) return false
      at = at.parent
    }
    return true
  }
  return (element: SvgElement): ReadonlyMap<string, Declaration> => {
    if (byKey.size === 0 || steps >= STEPS_MAX) return none
    const known = found.get(element)
    if (known) return known
    const id = element.attributes.get('id')?.value
    const keys = [...(id ? [`#${id}`] : []), ...classesOf(element).map((one) => `.${one}`), element.name, '*']
    const own = keys.flatMap((key) => byKey.get(key) ?? []).filter(({ selector }) => steps < STEPS_MAX && matches(selector, element))
    own.sort((one, other) => one.selector.weight - other.selector.weight || one.order - other.order)
    const values = new Map<string, Declaration>()
    for (const { declaration } of own)
      if (declaration.is_important || !values.get(declaration.property)?.is_important) values.set(declaration.property, declaration)
    found.set(element, values)
    return values
  }
}
