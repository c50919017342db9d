import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mayBeSold } from '#catalogue/rules.ts'
import type { Artwork } from '../artwork/artwork.ts'
import { plain } from '../artwork/compositions.ts'
import { cycle, hash } from '../random.ts'
import { type IndexedIconSet, indexIconSet } from './demo-sets.ts'
import { freezeAnimations } from './freeze-animations.ts'
import { authorOf, drawing, type IconSet, isInert, licenseOf, originOf, type SetInfo } from './icon-set.ts'
import { hasUnseparatedNames, splitName } from './split-names.ts'
import { tagsOf, titleOf } from './words.ts'

export type Range = {
  /** The folder of the package @iconify/json. */
  folder: string
  limit?: number
  /** Continue after this source_key. */
  after?: string
  /** Words to recognize in the names of sets that do not separate words. */
  known?: ReadonlySet<string>
}

/** Yields every icon of every set in a fixed order, with one set in memory at a time. */
export async function* iconifyArtwork({
  folder,
  limit = Number.POSITIVE_INFINITY,
  after,
  known = new Set()
}: Range): AsyncGenerator<Artwork> {
  let left = limit
  for await (const set of setsFrom(folder, after?.split(':')[0])) {
    const indexed = indexIconSet(set)
    const isSplit = categoryOf(set.prefix, set.info) !== 'logo' && hasUnseparatedNames(Object.keys(set.icons))
    const nameOf = (icon: string) => (isSplit ? splitName(icon, known) : icon)
    for (const icon of namesAfter(set, after)) {
      if (left <= 0) return
      const work = artworkOf(indexed, icon, nameOf(icon))
      if (!work) continue
      left -= 1
      yield work
    }
  }
}

async function* setsFrom(folder: string, first: string | undefined): AsyncGenerator<IconSet> {
  const prefixes = await orderedPrefixes(folder)
  const start = first === undefined ? 0 : prefixes.indexOf(first)
  if (start === -1) throw new Error(`@iconify/json has no set '${first}' to continue after.`)
  for (const prefix of prefixes.slice(start)) {
    yield JSON.parse(await readFile(join(folder, 'json', `${prefix}.json`), 'utf8')) as IconSet
  }
}

/** Returns the sets in a fixed shuffled order, so that any range of them is a mix. Omits sets whose license forbids selling. */
async function orderedPrefixes(folder: string): Promise<string[]> {
  const infos: Record<string, SetInfo> = JSON.parse(await readFile(join(folder, 'collections.json'), 'utf8'))
  const files = await readdir(join(folder, 'json'))
  return files
    .map((file) => file.replace(/\.json$/, ''))
    .filter((prefix) => mayBeImported(infos[prefix]))
    .sort((one, other) => hash(one) - hash(other))
}

const mayBeImported = (info: SetInfo | undefined): boolean => info !== undefined && mayBeSold(licenseOf(info).spdx)

function namesAfter({ prefix, icons }: IconSet, after: string | undefined): string[] {
  const names = Object.keys(icons)
  if (!after?.startsWith(`${prefix}:`)) return names
  return names.slice(names.indexOf(after.slice(prefix.length + 1)) + 1)
}

/** Colors that are dark enough for the light mat; they vary by set. */
const INKS = ['#0d1b20', '#17255a', '#3d1f6b', '#0b4f6c', '#7a1f3d', '#1f4d36', '#6b3a2a', '#26323b'] as const

function artworkOf({ set, others, categories }: IndexedIconSet, icon: string, name: string): Artwork | undefined {
  const found = drawing(set, icon)
  if (!found || !isInert(found.body)) return undefined
  const { info, prefix } = set
  const category = categoryOf(prefix, info)
  const title = titleOf(name)
  const ink = cycle(INKS, hash(prefix))
  return {
    source_key: `${prefix}:${icon}`,
    title,
    description: `${title}: ${category === 'icon' || category === 'illustration' ? 'an' : 'a'} ${category} from ${info.name} by ${info.author.name}.`,
    category,
    tags: tagsOf(name, { others: others.get(icon) ?? [], general: [...(categories.get(icon) ?? []), category, info.name] }),
    svg: plain({ ...found, body: freezeAnimations(found.body) }, ink, category === 'icon' ? 512 : 1024),
    license: licenseOf(info),
    author: authorOf(info),
    ...originOf(set),
    source: '@iconify/json',
    ...(category === 'icon' && { icon: { set, name: icon } })
  }
}

const BRANDS = /^(?:devicon|skill-icons|unjs|gcp|fa\d?-brands)/
const DRAWN = /^(?:fluent-emoji|meteocons|streamline-(?:kameleon|stickies|freehand)-color)$/

function categoryOf(prefix: string, { category, palette }: SetInfo): Artwork['category'] {
  if (category === 'Logos' || BRANDS.test(prefix)) return 'logo'
  if (palette && (category === 'Emoji' || DRAWN.test(prefix))) return 'illustration'
  return palette ? 'vector' : 'icon'
}
