import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mayBeSold } from '#catalogue/rules.ts'
import type { Artwork } from './artwork.ts'
import { plain } from './compositions.ts'
import { authorOf, drawing, type IconSet, isStill, licenceOf, type SetInfo } from './icon-set.ts'
import { hash } from './random.ts'
import { isRunTogether, parted } from './run-together.ts'
import { settle } from './settle.ts'
import { type Shelf, shelve } from './shelf.ts'
import { tagsOf, titleOf } from './words.ts'

export type Range = {
  /** The folder of the package @iconify/json. */
  folder: string
  limit?: number
  /** Go on behind this source_key. */
  after?: string
  /** Words to read by the names of sets that write them in one. */
  known?: ReadonlySet<string>
}

/** Every icon of every set, one file in memory at a time, always in the same order. */
export async function* iconifyArtwork({
  folder,
  limit = Number.POSITIVE_INFINITY,
  after,
  known = new Set()
}: Range): AsyncGenerator<Artwork> {
  let left = limit
  for await (const set of setsBehind(folder, after?.split(':')[0])) {
    const shelf = shelve(set)
    const isRead = categoryOf(set.prefix, set.info) !== 'logo' && isRunTogether(Object.keys(set.icons))
    const named = (icon: string) => (isRead ? parted(icon, known) : icon)
    for (const icon of namesBehind(set, after)) {
      if (left <= 0) return
      const work = artworkOf(shelf, icon, named(icon))
      if (!work) continue
      left -= 1
      yield work
    }
  }
}

async function* setsBehind(folder: string, first: string | undefined): AsyncGenerator<IconSet> {
  const prefixes = await orderedPrefixes(folder)
  const start = first === undefined ? 0 : prefixes.indexOf(first)
  if (start === -1) throw new Error(`@iconify/json has no set '${first}' to go on from.`)
  for (const prefix of prefixes.slice(start)) {
    yield JSON.parse(await readFile(join(folder, 'json', `${prefix}.json`), 'utf8')) as IconSet
  }
}

/** Shuffled the same way each time, so that any part is a mix of kinds. Sets whose licence does not let them be sold are left out. */
async function orderedPrefixes(folder: string): Promise<string[]> {
  const infos = JSON.parse(await readFile(join(folder, 'collections.json'), 'utf8')) as Record<string, SetInfo>
  const files = await readdir(join(folder, 'json'))
  return files
    .map((file) => file.replace(/\.json$/, ''))
    .filter((prefix) => isSold(infos[prefix]))
    .sort((one, other) => hash(one) - hash(other))
}

const isSold = (info: SetInfo | undefined): boolean => info !== undefined && mayBeSold(licenceOf(info).spdx)

function namesBehind({ prefix, icons }: IconSet, after: string | undefined): string[] {
  const names = Object.keys(icons)
  if (!after?.startsWith(`${prefix}:`)) return names
  return names.slice(names.indexOf(after.slice(prefix.length + 1)) + 1)
}

/** Deep enough for the light mat, and not the same for all sets. */
const INKS = ['#0d1b20', '#17255a', '#3d1f6b', '#0b4f6c', '#7a1f3d', '#1f4d36', '#6b3a2a', '#26323b']

function artworkOf({ set, others, categories }: Shelf, icon: string, name: string): Artwork | undefined {
  const found = drawing(set, icon)
  if (!found || !isStill(found.body)) return undefined
  const { info, prefix } = set
  const category = categoryOf(prefix, info)
  const title = titleOf(name)
  const ink = INKS[hash(prefix) % INKS.length]!
  return {
    source_key: `${prefix}:${icon}`,
    title,
    description: `${title}: ${category === 'icon' || category === 'illustration' ? 'an' : 'a'} ${category} from ${info.name} by ${info.author.name}.`,
    category,
    tags: tagsOf(name, { others: others.get(icon) ?? [], general: [...(categories.get(icon) ?? []), category, info.name] }),
    svg: plain({ ...found, body: settle(found.body) }, ink, category === 'icon' ? 512 : 1024),
    licence: licenceOf(info),
    author: authorOf(info),
    source: '@iconify/json'
  }
}

const BRANDS = /^(?:devicon|skill-icons|unjs|gcp|fa\d?-brands)/
const DRAWN = /^(?:fluent-emoji|meteocons|streamline-(?:kameleon|stickies|freehand)-color)$/

function categoryOf(prefix: string, { category, palette }: SetInfo): Artwork['category'] {
  if (category === 'Logos' || BRANDS.test(prefix)) return 'logo'
  if (palette && (category === 'Emoji' || DRAWN.test(prefix))) return 'illustration'
  return palette ? 'vector' : 'icon'
}
