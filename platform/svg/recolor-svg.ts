import { type Cascade, readCascade } from './cascade.ts'
import { readColor, writtenLike } from './color-text.ts'
import { COLOR_PROPERTIES, colorTexts, type Declaration, mayHoldColor, readDeclarations } from './css.ts'
import { BLACK, findPainted, inheritance, OWN_COLOR } from './painted.ts'
import { readSvg, type SvgElement, type SvgTree } from './read-svg.ts'

/** From '#rrggbb' to '#rrggbb', both in lower case. All are replaced at the same time, so two colors may swap. */
export type ColorMapping = ReadonlyMap<string, string>

type Edit = { from: number; to: number; text: string }

const ANIMATED = new Set(['values', 'from', 'to', 'by'])
const INHERITED = ['fill', 'stroke', 'color'] as const
/** Elements that inherit from where they stand, also when something far away refers to them. */
const STAND_ALONE = new Set(['mask', 'linearGradient', 'radialGradient', 'pattern', 'filter', 'marker'])

/** Returns the colors that a drawing uses, as '#rrggbb', in the order in which they appear. Undefined if the SVG is not well-formed. */
export function colorsOfSvg(svg: string): string[] | undefined {
  const tree = readSvg(svg)
  return tree && [...findPainted(tree, readCascade(tree), [tree.root]).colors]
}

/**
 * Replaces colors of an SVG, in every spelling: in attributes, styles, style sheets, gradients, filters, and animations, and where nothing is
 * said and black is drawn. Opacity stays, and so does what only masks use, because there a color means opacity. Ids, text, and addresses are
 * not touched, and neither is anything else: the rest of the text stays as it is. Takes time in proportion to the size. Undefined if the SVG
 * is not well-formed.
 */
export function recolorSvg(svg: string, mapping: ColorMapping): string | undefined {
  const changes = new Map([...mapping].filter(([from, to]) => from !== to))
  const tree = readSvg(svg)
  if (!tree || changes.size === 0) return tree && svg
  const cascade = readCascade(tree)
  const around = { kept: onlyInMasks(tree, cascade), cascade, changes, handedOn: inheritance(cascade) }
  const ruled = cascade.rules.flatMap(({ declarations }) => inDeclarations(svg, declarations, changes))
  const own = tree.elements.flatMap((element) => editsOf(tree, element, around))
  return withEdits(svg, [...ruled, ...own, ...rootDefaults(tree, cascade, changes)])
}

const editsOf = (tree: SvgTree, element: SvgElement, around: Around): Edit[] =>
  around.kept.has(element)
    ? pins(element, around)
    : [...written(tree, element, around.changes), ...unwritten(element, around.cascade, around.changes)]

const inDeclarations = (svg: string, declarations: readonly Declaration[], changes: ColorMapping): Edit[] =>
  declarations.filter(({ property }) => mayHoldColor(property)).flatMap((place) => replaced(svg, place, changes))

function withEdits(svg: string, edits: readonly Edit[]): string {
  let [at, changed] = [0, '']
  for (const { from, to, text } of edits.toSorted((one, other) => one.from - other.from)) {
    changed += svg.slice(at, from) + text
    at = to
  }
  return changed + svg.slice(at)
}

/** Elements that masks use, and nothing that is seen. */
function onlyInMasks(tree: SvgTree, cascade: Cascade): ReadonlySet<SvgElement> {
  const masks = tree.elements.filter(({ name }) => name === 'mask')
  if (masks.length === 0) return new Set()
  const { reached } = findPainted(tree, cascade, [tree.root])
  const masking = findPainted(tree, cascade, masks).reached
  return new Set([...masking].filter((element) => !reached.has(element)))
}

function replaced(svg: string, { from, to }: { from: number; to: number }, changes: ColorMapping): Edit[] {
  return colorTexts(svg, from, to).flatMap(({ text, ...place }) => {
    const color = readColor(text)
    const changed = color && changes.get(color.hex)
    return changed ? [{ ...place, text: writtenLike(text, changed, color.alpha) }] : []
  })
}

/** The colors that an element itself names. */
function written({ text }: SvgTree, { attributes }: SvgElement, changes: ColorMapping): Edit[] {
  const isAnimated = mayHoldColor(attributes.get('attributeName')?.value ?? '')
  return [...attributes].flatMap(([name, place]) => {
    if (name === 'style') return inDeclarations(text, readDeclarations(text, place.from, place.to), changes)
    return COLOR_PROPERTIES.has(name) || (isAnimated && ANIMATED.has(name)) ? inAttribute(text, place, changes) : []
  })
}

/** A value with references to characters is written anew. */
function inAttribute(svg: string, place: { value: string; from: number; to: number }, changes: ColorMapping): Edit[] {
  if (place.value.length === place.to - place.from) return replaced(svg, place, changes)
  const { value, from, to } = place
  const edits = replaced(value, { from: 0, to: value.length }, changes)
  const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/'/g, '&apos;')
  return edits.length > 0 ? [{ from, to, text: escaped(withEdits(value, edits)) }] : []
}

/** The color of an element that says nothing about it, and does not inherit it. */
function unwritten(element: SvgElement, cascade: Cascade, changes: ColorMapping): Edit[] {
  const [property = '', color = ''] = OWN_COLOR[element.name] ?? []
  const changed = changes.get(color)
  return changed && !cascade.ownValue(element, property) ? [attribute(element, property, changed)] : []
}

function attribute(element: SvgElement, name: string, value: string): Edit {
  const known = element.attributes.get(name)
  return known ? { from: known.from, to: known.to, text: value } : insertion(element.name_end, ` ${name}="${value}"`)
}

const insertion = (at: number, text: string): Edit => ({ from: at, to: at, text })

/** Without a fill, everything is black, and so is `currentColor`. Both are inherited from the root. */
function rootDefaults({ root, text }: SvgTree, cascade: Cascade, changes: ColorMapping): Edit[] {
  const changed = changes.get(BLACK)
  if (!changed) return []
  const usesColor = /currentcolor/i.test(text)
  return [
    ...(cascade.ownValue(root, 'fill') ? [] : [attribute(root, 'fill', changed)]),
    ...(usesColor && !cascade.ownValue(root, 'color') ? [attribute(root, 'color', changed)] : [])
  ]
}

type Around = { kept: ReadonlySet<SvgElement>; cascade: Cascade; changes: ColorMapping; handedOn: ReturnType<typeof inheritance> }

/** Repeats in the style of what stays as it is what it would otherwise take over from a changed rule or a changed parent. */
function pins(element: SvgElement, around: Around): Edit[] {
  const said = [...ruledPins(element, around), ...inheritedPins(element, around)]
  if (said.length === 0) return []
  const text = said.join(';').replace(/"/g, "'")
  const style = element.attributes.get('style')
  return [style ? insertion(style.to, `;${text}`) : insertion(element.name_end, ` style="${text}"`)]
}

const changesIn = (value: string, changes: ColorMapping): boolean =>
  colorTexts(value, 0, value.length).some(({ text }) => changes.has(readColor(text)?.hex ?? ''))

function ruledPins(element: SvgElement, { cascade, changes }: Around): string[] {
  return [...COLOR_PROPERTIES].flatMap((property) => {
    const ruled = cascade.sheetValue(element, property)
    return ruled && changesIn(ruled.value, changes) ? [`${property}:${ruled.value}${ruled.is_important ? ' !important' : ''}`] : []
  })
}

function inheritedPins(element: SvgElement, { kept, cascade, changes, handedOn }: Around): string[] {
  const isInside = element.parent !== undefined && kept.has(element.parent)
  if (isInside || !STAND_ALONE.has(element.name)) return []
  const outside = handedOn(element.parent)
  return INHERITED.flatMap((property) => {
    const value = outside[property] || (property === 'stroke' ? 'none' : BLACK)
    return !cascade.ownValue(element, property) && changesIn(value, changes) ? [`${property}:${value}`] : []
  })
}
