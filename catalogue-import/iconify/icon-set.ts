/** The part of Iconify's JSON that the import reads (https://iconify.design/docs/types/iconify-json.html). */
type Shape = {
  left?: number
  top?: number
  width?: number
  height?: number
  rotate?: number
  hFlip?: boolean
  vFlip?: boolean
  hidden?: boolean
}
type Icon = Shape & { body: string }
type Alias = Shape & { parent: string }

export type SetInfo = {
  name: string
  total: number
  author: { name: string; url?: string }
  license: { title: string; spdx?: string; url?: string }
  category?: string
  tags?: string[]
  palette?: boolean
  hidden?: boolean
}

export type IconSet = {
  prefix: string
  info: SetInfo
  icons: Record<string, Icon>
  aliases?: Record<string, Alias>
  width?: number
  height?: number
  /** Category title to icon names. */
  categories?: Record<string, string[]>
  prefixes?: Record<string, string>
  suffixes?: Record<string, string>
  /** Seconds since 1970. */
  lastModified?: number
}

export type Drawing = { body: string; left: number; top: number; width: number; height: number }

const DEFAULT_SIZE = 16

/** Returns undefined for an icon that is hidden or has no area: a few are published with a size of 0. */
export function drawing(set: IconSet, name: string): Drawing | undefined {
  const icon = set.icons[name]
  if (!icon || icon.hidden) return undefined
  const { left = 0, top = 0, width = set.width ?? DEFAULT_SIZE, height = set.height ?? DEFAULT_SIZE } = icon
  return width > 0 && height > 0 ? { body: icon.body, left, top, width, height } : undefined
}

/** Returns other names by icon. A rotated or mirrored alias is another picture, not another name. */
export function otherNames(set: IconSet): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [name, alias] of Object.entries(set.aliases ?? {})) {
    if (alias.hidden || alias.rotate || alias.hFlip || alias.vFlip) continue
    names.set(alias.parent, [...(names.get(alias.parent) ?? []), name])
  }
  return names
}

export function categoriesOf(set: IconSet): Map<string, string[]> {
  const categories = new Map<string, string[]>()
  for (const [category, names] of Object.entries(set.categories ?? {})) {
    for (const name of names) categories.set(name, [...(categories.get(name) ?? []), category])
  }
  return categories
}

export function licenseOf({ license }: SetInfo): { title: string; spdx: string; url?: string } {
  return { title: license.title, spdx: license.spdx ?? license.title, ...(license.url && { url: license.url }) }
}

export function authorOf({ author }: SetInfo): { name: string; url?: string } {
  return { name: author.name, ...(author.url && { url: author.url }) }
}

/** Sets whose projects name the people who draw them. What a set does not say stays unknown. */
const DRAWN_BY_PEOPLE = new Set(['devicon', 'flat-color-icons', 'fluent-emoji-flat', 'logos', 'noto', 'ph', 'tabler'])

/** Where the set says that its icons come from. */
export const originOf = ({ prefix }: Pick<IconSet, 'prefix'>): { origin?: 'human' } =>
  DRAWN_BY_PEOPLE.has(prefix) ? { origin: 'human' } : {}

const ACTIVE =
  /<(?:script|foreignObject|iframe|image|a|style)[\s>/]|<!|\son\w+\s*=|javascript:|@import|url\(\s*(?:['"]|&quot;)?(?!#|['"]|&quot;)|href\s*=\s*["'](?!#)/i

/** Whether a drawing has no scripts, styles, external references or links. */
export function isInert(body: string): boolean {
  return !ACTIVE.test(body)
}
