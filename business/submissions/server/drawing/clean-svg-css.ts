import type { CssNode, List, ListItem } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import { ALLOWED_FUNCTIONS, ALLOWED_PROPERTIES } from './clean-svg-words.ts'

export const FRAGMENT = /^#[^\s"'<>()\\]+$/
/** Names are compared as they are written, so one that contains an escape is not in any list. */
const NAME = /^-{0,2}[\p{L}\p{N}_-]+$/u
const CUSTOM_PROPERTY = /^--[\w-]+$/
/** A font name, path data, or the like: nothing that could be an address. */
const STRING = /^[^:/\\<>()@]*$/
const OPERATOR = /^\s*[,/+*-]\s*$/
const SIMPLE_TYPES = new Set(['Number', 'Percentage', 'WhiteSpace'])
/** A value without a parenthesis names no function, and one without a backslash hides none. */
const PLAIN = /^(?![\s\S]*\/\/)[^\\(]*$/
/** A transform list. Its numbers may touch each other ("1-2"), so it is not written anew. */
const NUMERIC_FUNCTIONS = /^(?:[\s,]*(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\s\d,.eE+-]*\))*[\s,]*$/

/** Returns the value of a presentation attribute if everything in it is allowed; otherwise undefined. */
export function cleanCssValue(value: string): string | undefined {
  if (PLAIN.test(value) || NUMERIC_FUNCTIONS.test(value)) return value
  const parsed = parseOr(value, 'value')
  return parsed && isAllowedValue(parsed) ? written(parsed) : undefined
}

/** Returns the allowed declarations of a style attribute, written anew. */
export function cleanCssDeclarations(css: string): string {
  const parsed = parseOr(css, 'declarationList')
  if (parsed?.type !== 'DeclarationList') return ''
  keepAllowed(parsed.children)
  return written(parsed)
}

/** Returns the allowed rules of a style sheet, written anew. */
export function cleanStyleSheet(css: string): string {
  const parsed = parseOr(css, 'stylesheet')
  if (parsed?.type !== 'StyleSheet') return ''
  keepAllowed(parsed.children)
  return written(parsed)
}

type Context = 'value' | 'declarationList' | 'stylesheet'

function parseOr(css: string, context: Context): CssNode | undefined {
  try {
    return parse(css, { context, parseCustomProperty: true })
  } catch (error) {
    // What css-tree cannot read is removed.
    if (error instanceof SyntaxError || (error instanceof Error && error.name === 'SyntaxError')) return undefined
    throw error
  }
}

/** Some drawing programs do not read a word that touches a closing parenthesis. */
const written = (node: CssNode): string => generate(node).replace(/\)(?=[\p{L}#])/gu, ') ')

function keepAllowed(nodes: List<CssNode>): void {
  nodes.forEach((node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) => {
    if (!isAllowedStatement(node)) list.remove(item)
  })
}

/** Also removes what is not allowed inside a rule. */
function isAllowedStatement(node: CssNode): boolean {
  if (node.type === 'Declaration') return isAllowedDeclaration(node)
  if (node.type === 'Rule') {
    if (node.prelude.type === 'Raw' || !isPlainPrelude(node.prelude)) return false
    keepAllowed(node.block.children)
    return true
  }
  if (node.type !== 'Atrule' || !['media', 'keyframes'].includes(node.name) || !node.prelude || !node.block) return false
  if (node.prelude.type === 'Raw' || !isPlainPrelude(node.prelude)) return false
  keepAllowed(node.block.children)
  return true
}

/** Selectors and media queries load nothing; those with escapes or addresses are removed all the same. */
const isPlainPrelude = (prelude: CssNode): boolean => !/[\\@]|\/\/|url\(/i.test(generate(prelude))

type Declared = Extract<CssNode, { type: 'Declaration' }>

function isAllowedDeclaration({ property, value, important }: Declared): boolean {
  if (typeof important === 'string') return false
  const isKnown = ALLOWED_PROPERTIES.has(property.toLowerCase()) || CUSTOM_PROPERTY.test(property)
  return isKnown && isAllowedValue(value)
}

function isAllowedValue(node: CssNode): boolean {
  if (SIMPLE_TYPES.has(node.type)) return true
  switch (node.type) {
    case 'Value':
    case 'Parentheses':
      return everyAllowed(node.children)
    case 'Function':
      return ALLOWED_FUNCTIONS.has(node.name.toLowerCase()) && everyAllowed(node.children)
    case 'Url':
      return FRAGMENT.test(node.value)
    case 'Identifier':
      return NAME.test(node.name)
    case 'Hash':
      return NAME.test(node.value)
    case 'Dimension':
      return NAME.test(node.unit)
    case 'String':
      return STRING.test(node.value)
    case 'Operator':
      return OPERATOR.test(node.value)
    default:
      return false
  }
}

/** The default of var() is text to css-tree; it is read like any other value. */
function everyAllowed(nodes: List<CssNode>): boolean {
  let isAllowed = true
  nodes.forEach((node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) => {
    const inner = node.type === 'Raw' ? parseOr(node.value, 'value') : node
    if (inner && inner !== node) list.replace(item, list.createItem(inner))
    isAllowed &&= inner !== undefined && isAllowedValue(inner)
  })
  return isAllowed
}
