import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CssNode } from 'css-tree'
import parse from 'css-tree/parser'
import { ident } from 'css-tree/utils'

/** A part of a stylesheet: text that every page needs, a rule for elements that a page may not have, or a group of parts such as @media. */
type Part = string | Rule | { open: string; parts: readonly Part[] }
/** `classes`: for each of its selectors, those without which it matches nothing. */
type Rule = { classes: readonly (readonly string[])[]; text: string }

/** A stylesheet that has been read once, for every page that links it. */
export type Stylesheet = readonly Part[]

/** Returns a stylesheet by its address. Undefined: it is not one of ours. */
export type StylesheetOf = (href: string) => Stylesheet | undefined

/** Reads the stylesheets of the built pages, each once. */
export function stylesIn(folder: string): StylesheetOf {
  const known = new Map<string, Stylesheet | undefined>()
  return (href) => {
    const [path] = href.split('#') as [string]
    if (!/^\/static\/[\w-]+\.css$/.test(path)) return undefined
    if (!known.has(path))
      known.set(path, existsSync(join(folder, path)) ? readStylesheet(readFileSync(join(folder, path), 'utf8')) : undefined)
    return known.get(path)
  }
}

export function readStylesheet(css: string): Stylesheet {
  const tree = parse(css, { positions: true, parseValue: false, parseAtrulePrelude: false })
  return 'children' in tree ? partsOf([...(tree.children ?? [])], css) : [css]
}

const partsOf = (nodes: readonly CssNode[], css: string): Part[] => nodes.map((node) => partOf(node, css))

function partOf(node: CssNode, css: string): Part {
  if (node.type === 'Rule' && node.prelude.type === 'SelectorList')
    return { classes: [...node.prelude.children].map(classesOf), text: textOf(node, css) }
  // The rules of the others, such as @keyframes, are for no element.
  if (node.type === 'Atrule' && node.block && GROUPS.has(node.name))
    return { open: css.slice(node.loc?.start.offset, node.block.loc?.start.offset), parts: partsOf([...node.block.children], css) }
  return textOf(node, css)
}

const GROUPS = new Set(['media', 'supports', 'layer', 'container'])

const textOf = ({ loc }: CssNode, css: string): string => css.slice(loc?.start.offset, loc?.end.offset)

/** Returns the classes without which the selector matches nothing. Those in `:not()` and the like may be missing. */
function classesOf(selector: CssNode): string[] {
  if (selector.type !== 'Selector') return []
  return [...selector.children].flatMap((node) => (node.type === 'ClassSelector' ? [ident.decode(node.name)] : []))
}

/** Returns the text of the stylesheet without the rules for classes that the page does not have. Its layers stay, in their order. */
export function stylesFor(stylesheet: Stylesheet, classes: ReadonlySet<string>): string {
  return stylesheet.map((part) => textFor(part, classes)).join('')
}

function textFor(part: Part, classes: ReadonlySet<string>): string {
  if (typeof part === 'string') return part
  if ('open' in part) return `${part.open}{${stylesFor(part.parts, classes)}}`
  // Whole: a browser ignores a rule if it does not know one of its selectors.
  return part.classes.some((needed) => needed.every((name) => classes.has(name))) ? part.text : ''
}

/** Returns the classes of the page's elements, as React writes them. */
export function classesIn(html: string): Set<string> {
  return new Set([...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
}
