import type { Atrule, CssNode, Selector } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import walk from 'css-tree/walker'
import { decoded, readSvg, type SvgElement } from '#platform/svg/read-svg.ts'

type Edit = { from: number; to: number; text: string }
/** Names in the style sheets, as they are written in the drawing, and as they are in the icon. */
type Renamed = { classes: Map<string, string>; ids: Map<string, string>; animations: Map<string, string> }

/**
 * Makes the style sheets of a drawing its own: on a page, they are everyone's, and drawing programs call their classes 'cls-1' in every file.
 * Classes and animations get names that begin with `scope`, ids in selectors become classes, because Iconify's clients rename ids, and every
 * rule holds inside of an element of class `scope` alone, into which the caller puts all of the drawing. Undefined if there is no style sheet,
 * or the SVG is not well-formed.
 */
export function scopeStyles(svg: string, scope: string): string | undefined {
  const tree = readSvg(svg)
  const sheets = tree?.elements.filter(({ name }) => name === 'style') ?? []
  if (!tree || sheets.length === 0) return undefined
  const read = sheets.map(({ content: { from, to } }) => ({ from, to, css: parse(sheetIn(svg.slice(from, to))) }))
  const renamed: Renamed = { classes: new Map(), ids: new Map(), animations: new Map() }
  for (const { css } of read) collectAnimations(css, scope, renamed)
  const edits: Edit[] = read.map(({ from, to, css }) => {
    scopeSheet(css, scope, renamed)
    return { from, to, text: escaped(generate(css)) }
  })
  for (const element of tree.elements) edits.push(...renameIn(svg, element, renamed, element === tree.root ? rootOf(scope) : undefined))
  return withEdits(svg, edits)
}

const sheetIn = (content: string): string => {
  const [, raw] = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(content) ?? []
  return raw ?? decoded(content)
}
const escaped = (css: string): string => css.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** What `svg` and `:root` in selectors become: the root is a group in the icon. */
const rootOf = (scope: string): string => `${scope}--svg`

const isAnimation = (node: CssNode | null): node is Atrule => node?.type === 'Atrule' && /^(?:-\w+-)?keyframes$/i.test(node.name)

function collectAnimations(css: CssNode, scope: string, { animations }: Renamed): void {
  walk(css, (node) => {
    if (!isAnimation(node) || !node.prelude) return
    const name = generate(node.prelude)
    animations.set(name, `${scope}--${name}`)
    node.prelude = { type: 'Raw', value: `${scope}--${name}` }
  })
}

function scopeSheet(css: CssNode, scope: string, renamed: Renamed): void {
  walk(css, (node) => {
    if (node.type === 'Declaration') renameAnimations(node, renamed)
    else if (node.type === 'Selector') scopeSelector(node, scope, renamed)
    // The steps of an animation are no selectors.
    return isAnimation(node) ? walk.skip : undefined
  })
}

function scopeSelector(selector: Selector, scope: string, { classes, ids }: Renamed): void {
  walk(selector, (node, item, list) => {
    if (node.type === 'ClassSelector') node.name = named(classes, node.name, scope, '')
    else if (node.type === 'IdSelector')
      list?.replace(item, list.createItem({ type: 'ClassSelector', name: named(ids, node.name, scope, 'id-') }))
    else if ((node.type === 'TypeSelector' && node.name === 'svg') || (node.type === 'PseudoClassSelector' && node.name === 'root'))
      list?.replace(item, list.createItem({ type: 'ClassSelector', name: rootOf(scope) }))
  })
  selector.children.prependData({ type: 'Combinator', name: ' ' })
  selector.children.prependData({ type: 'ClassSelector', name: scope })
}

function named(names: Map<string, string>, name: string, scope: string, kind: string): string {
  const known = names.get(name) ?? `${scope}--${kind}${name}`
  names.set(name, known)
  return known
}

/** In `animation` and `animation-name`. */
function renameAnimations(declaration: Extract<CssNode, { type: 'Declaration' }>, { animations }: Renamed): void {
  if (!/^(?:-\w+-)?animation(?:-name)?$/i.test(declaration.property)) return
  walk(declaration.value, (node) => {
    if (node.type === 'Identifier') node.name = animations.get(node.name) ?? node.name
  })
}

/** The classes of an element, and the animations that its own style names. */
function renameIn(svg: string, { attributes, name_end }: SvgElement, renamed: Renamed, root?: string): Edit[] {
  const edits: Edit[] = []
  const written = attributes.get('class')
  const more = [renamed.ids.get(attributes.get('id')?.value ?? ''), root].filter((name) => name !== undefined)
  const own = written?.value.split(/\s+/).filter(Boolean) ?? []
  const classes = [...own.map((name) => renamed.classes.get(name) ?? name), ...more].join(' ')
  const text = escaped(classes).replaceAll('"', '&quot;').replaceAll("'", '&#39;')
  if (written) edits.push({ from: written.from, to: written.to, text })
  else if (more.length > 0) edits.push({ from: name_end, to: name_end, text: ` class="${text}"` })
  const style = attributes.get('style')
  if (style && renamed.animations.size > 0) {
    const css = parse(decoded(svg.slice(style.from, style.to)), { context: 'declarationList' })
    walk(css, (node) => {
      if (node.type === 'Declaration') renameAnimations(node, renamed)
    })
    edits.push({ from: style.from, to: style.to, text: escaped(generate(css)).replaceAll('"', '&quot;').replaceAll("'", '&#39;') })
  }
  return edits
}

function withEdits(text: string, edits: readonly Edit[]): string {
  let [at, changed] = [0, '']
  for (const edit of edits.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    changed += text.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return changed + text.slice(at)
}
