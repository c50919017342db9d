import { readFileSync } from 'node:fs'
import fontoxpath from 'fontoxpath'
import { type Document, type Element, type Node, parseXmlDocument } from 'slimdom'

// CommonJS, of which Node finds only the default export.
const { evaluateXPathToBoolean, evaluateXPathToNodes } = fontoxpath

/* Runs the official Schematron rules of EN 16931 for CII: the rules as they are published, evaluated with an XPath 3.1 engine. */

const FILE = 'tests/data/en16931/EN16931-CII-validation-preprocessed.sch'
const SCHEMATRON = 'http://purl.oclc.org/dsdl/schematron'

type Assertion = { id: string; flag: string; test: string }
type Rule = { context: string; assertions: Assertion[] }
type Schema = { patterns: Rule[][]; options: Parameters<typeof evaluateXPathToBoolean>[4] }

let schema: Schema | undefined

function read(): Schema {
  const document = parseXmlDocument(readFileSync(FILE, 'utf8'))
  const namespaces = new Map(
    childrenOf(document.documentElement, 'ns').map((ns) => [ns.getAttribute('prefix') ?? '', ns.getAttribute('uri')])
  )
  const patterns = childrenOf(document.documentElement, 'pattern').map((pattern) =>
    childrenOf(pattern, 'rule').map((rule) => ({
      context: pathOf(rule.getAttribute('context') ?? ''),
      assertions: childrenOf(rule, 'assert').map((one) => ({
        id: one.getAttribute('id') ?? '',
        flag: one.getAttribute('flag') ?? '',
        test: one.getAttribute('test') ?? ''
      }))
    }))
  )
  return { patterns, options: { namespaceResolver: (prefix: string) => namespaces.get(prefix) ?? null } }
}

const childrenOf = (parent: Element | null, name: string): Element[] =>
  (parent?.children ?? []).filter((child) => child.namespaceURI === SCHEMATRON && child.localName === name)

/** A context is a pattern that matches nodes anywhere. As a path, it finds them. */
const pathOf = (context: string): string =>
  context
    .split('|')
    .map((one) => one.trim())
    .map((one) => (one.startsWith('/') ? one : `//${one}`))
    .join(' | ')

/** Returns the country codes of the rules. */
export function knownCountries(): string[] {
  schema ??= read()
  const test = schema.patterns.flatMap((rules) => rules.flatMap(({ assertions }) => assertions)).find(({ id }) => id === 'BR-CL-14')?.test
  return /contains\(' ([A-Z0-9 ]+) '/.exec(test ?? '')?.[1]?.split(' ') ?? []
}

/** Returns the ids of the rules that the invoice breaks. */
export function brokenRules(xml: string): string[] {
  schema ??= read()
  const { patterns, options } = schema
  const document: Document = parseXmlDocument(xml)
  return patterns.flatMap((rules) => brokenIn(rules, document, options))
}

/** In each pattern, a node is checked by the first rule that matches it. */
function brokenIn(rules: readonly Rule[], document: Document, options: Schema['options']): string[] {
  const seen = new Set<Node>()
  return rules.flatMap(({ context, assertions }) => {
    const nodes = evaluateXPathToNodes<Node>(context, document, null, null, options).filter((node) => !seen.has(node))
    for (const node of nodes) seen.add(node)
    return nodes.flatMap((node) =>
      assertions.filter(({ test }) => !evaluateXPathToBoolean(test, node, null, null, options)).map(({ id }) => id)
    )
  })
}

/** How many rules there are. */
export function countRules(): number {
  schema ??= read()
  return schema.patterns.flat().flatMap(({ assertions }) => assertions).length
}
