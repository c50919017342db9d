import type { AliasProps, SetMetadata } from '../tables.ts'

/** What several names share: an icon, or an alias that changes it. The first name is its own; the others mean exactly the same. */
export type Entry = {
  names: string[]
  style: 'fill' | 'stroke' | null /** Letters of the first name without the set's theme. */
  length?: number
}
export type Listed = { name: string; style: 'fill' | 'stroke' | null }
export type Alias = { parent: string; props: AliasProps }

/** The names of a set by what they mean. Aliases of icons that the caller may not have are in neither. */
export type IconTree = { visible: Map<string, Entry>; hidden: Map<string, Entry>; themes: string[] }

const CHANGES = ['left', 'top', 'width', 'height', 'rotate', 'hFlip', 'vFlip'] as const

export function treeOf(icons: readonly Listed[], aliases: ReadonlyMap<string, Alias>, metadata: SetMetadata): IconTree {
  const visible = new Map<string, Entry>(icons.map(({ name, style }) => [name, { names: [name], style }]))
  const tree: IconTree = { visible, hidden: new Map(), themes: [] }
  const seen = new Set<string>()
  for (const name of aliases.keys()) addAlias(tree, aliases, name, seen)
  tree.themes = themesOf([...visible.keys(), ...tree.hidden.keys()], metadata)
  for (const [name, entry] of visible) if (entry.names[0] === name) measure(entry, name, tree.themes)
  return tree
}

const find = ({ visible, hidden }: IconTree, name: string): Entry | undefined => visible.get(name) ?? hidden.get(name)

function addAlias(tree: IconTree, aliases: ReadonlyMap<string, Alias>, name: string, seen: Set<string>): void {
  const alias = aliases.get(name)
  if (!alias || seen.has(name) || find(tree, name)) return
  seen.add(name)
  addAlias(tree, aliases, alias.parent, seen)
  const parent = find(tree, alias.parent)
  if (!parent) return
  const isParentVisible = tree.visible.has(alias.parent)
  const isVisible = typeof alias.props['hidden'] === 'boolean' ? !alias.props['hidden'] : isParentVisible
  const isAnother = isVisible !== isParentVisible || CHANGES.some((change) => alias.props[change] !== undefined)
  const entry = isAnother ? { names: [name], style: parent.style } : parent
  if (!isAnother) parent.names.push(name)
  if (isVisible) tree.visible.set(name, entry)
  else tree.hidden.set(name, entry)
}

/** Words for a drawing style at the start or end of names. A search counts letters without them. */
const THEMES = new Set('baseline outline round sharp twotone thin light bold fill duotone linear line solid filled outlined'.split(' '))

function themesOf(names: readonly string[], { prefixes = {}, suffixes = {} }: SetMetadata): string[] {
  const themes = new Set([...Object.keys(prefixes), ...Object.keys(suffixes)].filter((theme) => theme !== ''))
  for (const name of names) {
    const words = name.split('-')
    if (words.length < 2) continue
    for (const word of [words.at(0), words.at(-1)]) if (word && THEMES.has(word)) themes.add(word)
  }
  return [...themes].sort((one, other) => other.length - one.length)
}

export const lengthWithout = (name: string, themes: readonly string[]): number | undefined => {
  const theme = themes.find((part) => name.startsWith(`${part}-`) || name.endsWith(`-${part}`))
  return theme === undefined ? undefined : name.length - theme.length - 1
}

function measure(entry: Entry, name: string, themes: readonly string[]): void {
  const length = lengthWithout(name, themes)
  if (length !== undefined) entry.length = length
}
