import type { Artwork } from './artwork/artwork.ts'
import { repeat } from './artwork/compositions.ts'
import { SCENES } from './artwork/landscapes.ts'
import { PALETTES, type Palette } from './artwork/palettes.ts'
import * as picks from './artwork/picks.ts'
import { STYLES, type Style } from './artwork/styles.ts'
import { backgrounds, OWN } from './backgrounds/index.ts'
import { type IconSets, type IndexedIconSet, pick, readIconSets } from './iconify/demo-sets.ts'
import { authorOf, licenseOf, originOf } from './iconify/icon-set.ts'
import { tagsOf, titleOf } from './iconify/words.ts'
import { cycle, hash, randomFrom } from './random.ts'

/** The mix of categories on one page of the catalogue (12 cards), so that neighbors differ. */
const PAGE = [
  'illustration',
  'background',
  'icon',
  'vector',
  'background',
  'illustration',
  'logo',
  'icon',
  'vector',
  'icon',
  'background',
  'illustration'
] as const

/** Yields the demo's artwork. The catalogue shows the newest first, so the last one yielded comes first on the home page. */
export async function* demoArtwork(): AsyncGenerator<Artwork> {
  yield* pages(stockOf(await readIconSets())).reverse()
}

function pages(stock: Record<Artwork['category'], Artwork[]>): Artwork[] {
  const works: Artwork[] = []
  while (Object.values(stock).some(({ length }) => length > 0)) {
    for (const category of PAGE) works.push(...stock[category].splice(0, 1))
  }
  return works
}

function stockOf(sets: IconSets): Record<Artwork['category'], Artwork[]> {
  return {
    logo: interleave(
      present(sets.devicon, picks.DEVICONS, STYLES.logo),
      present(sets.logos, picks.LOGOS, STYLES.logo, (name) => name.replace(/-icon$/, ''))
    ),
    icon: icons(sets),
    vector: interleave(
      present(sets['flat-color-icons'], picks.FLAT, STYLES.panel),
      present(sets['fluent-emoji-flat'], picks.OBJECTS, STYLES.panel),
      picks.PAIRS.map((pair) => pattern(sets['fluent-emoji-flat'], pair))
    ),
    background: backgrounds(6),
    illustration: interleave(
      present(sets.noto, picks.PLANTS, STYLES.spotlight),
      present(sets.noto, picks.FOOD, STYLES.spotlight),
      present(sets['fluent-emoji-flat'], picks.PLACES, STYLES.spotlight),
      landscapes(6),
      present(sets['fluent-emoji-flat'], picks.ANIMALS, STYLES.spotlight)
    )
  }
}

function icons({ ph, tabler }: IconSets): Artwork[] {
  const phosphor = (weight: string, names: readonly string[], style: Style) =>
    present(
      ph,
      names.map((name) => `${name}-${weight}`),
      style,
      (name) => name.slice(0, -weight.length - 1)
    )
  return interleave(
    present(tabler, picks.DISCS, STYLES.disc),
    phosphor('fill', picks.TILES, STYLES.tile),
    present(tabler, picks.LINES, STYLES.line),
    phosphor('duotone', picks.DUOTONE, STYLES.duotone)
  )
}

/** Merges lists so that each is spread evenly over the result. */
function interleave<Item>(...lists: Item[][]): Item[] {
  const placed = lists.flatMap((list) => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
  return placed.sort((first, second) => first.place - second.place).map(({ item }) => item)
}

/** Objects look dull on gray backgrounds. */
const LIVELY = PALETTES.filter(({ name }) => name !== 'ink' && name !== 'nordic')

function paletteFor(key: string): Palette {
  return LIVELY[hash(key) % LIVELY.length] ?? PALETTES[0]
}

function present(indexed: IndexedIconSet, names: readonly string[], style: Style, subjectOf = (name: string) => name): Artwork[] {
  return names.map((name) => {
    const { set, others, categories } = indexed
    const key = `${set.prefix}:${name}`
    const subject = subjectOf(name)
    const title = style.title(titleOf(subject))
    return {
      source_key: key,
      title,
      description: `${titleOf(subject)}: ${style.kind} after ${set.info.name} by ${set.info.author.name}. Sharp at any size.`,
      category: style.category,
      tags: tagsOf(subject, { others: others.get(name) ?? [], general: [...style.words, ...(categories.get(name) ?? [])] }),
      svg: style.draw(pick(indexed, name), randomFrom(key), paletteFor(key)),
      license: licenseOf(set.info),
      author: authorOf(set.info),
      ...originOf(set),
      source: `@iconify-json/${set.prefix}`,
      ...(style.category === 'icon' && { icon: { set, name } })
    }
  })
}

function pattern(indexed: IndexedIconSet, pair: string): Artwork {
  const [first = '', second = ''] = pair.split('+')
  const { info, prefix } = indexed.set
  const key = `${prefix}:pattern-${first}-${second}`
  const subject = `${titleOf(first)} and ${titleOf(second).toLowerCase()}`
  return {
    source_key: key,
    title: `${subject}, seamless pattern`,
    description: `${subject}: a seamless repeat for wrapping paper, fabric and slides, after ${info.name} by ${info.author.name}.`,
    category: 'vector',
    tags: tagsOf(`${first}-${second}`, { general: ['pattern', 'seamless', 'vector', 'repeat', 'wrapping paper'] }),
    svg: repeat([pick(indexed, first), pick(indexed, second)], randomFrom(key), paletteFor(key)),
    license: licenseOf(info),
    author: authorOf(info),
    ...originOf(indexed.set),
    source: `@iconify-json/${prefix}`
  }
}

function landscapes(variations: number): Artwork[] {
  return Array.from({ length: variations }, (_, variation) =>
    SCENES.map((scene, place) => ({ scene, palette: cycle(PALETTES, place * 5 + variation * 4 + 2) }))
  )
    .flat()
    .map(({ scene, palette }) => ({
      source_key: `easel:${scene.key}-${palette.name}`,
      title: `${scene.title}, ${palette.name}`,
      description: `${scene.title} in ${palette.words.join(' and ')}: a wide scene for covers, headers and posters. Scales to any size.`,
      category: 'illustration',
      tags: [...new Set([...scene.tags, ...palette.words, palette.name, 'landscape', 'illustration'])],
      svg: scene.draw(randomFrom(`${scene.key} ${palette.name}`), palette),
      ...OWN
    }))
}
