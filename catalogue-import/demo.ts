import type { Artwork } from './artwork.ts'
import { backgrounds, OWN } from './backgrounds/index.ts'
import { repeat } from './compositions.ts'
import { authorOf, licenceOf } from './icon-set.ts'
import { SCENES } from './landscapes.ts'
import { LOOKS, type Look } from './looks.ts'
import { PALETTES, type Palette } from './palettes.ts'
import * as picks from './picks.ts'
import { hash, randomFrom } from './random.ts'
import { pick, readShelves, type Shelf, type Shelves } from './shelf.ts'
import { tagsOf, titleOf } from './words.ts'

/** What one page of the catalogue (12 cards) is made of, so that neighbours differ. */
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

/** The catalogue shows the newest first: the last one yielded opens the home page. */
export async function* demoArtwork(): AsyncGenerator<Artwork> {
  yield* pages(stockOf(await readShelves())).reverse()
}

function pages(stock: Record<Artwork['category'], Artwork[]>): Artwork[] {
  const works: Artwork[] = []
  while (Object.values(stock).some(({ length }) => length > 0)) {
    for (const category of PAGE) works.push(...stock[category].splice(0, 1))
  }
  return works
}

function stockOf(shelves: Shelves): Record<Artwork['category'], Artwork[]> {
  return {
    logo: braid(
      present(shelves.devicon, picks.DEVICONS, LOOKS.logo),
      present(shelves.logos, picks.LOGOS, LOOKS.logo, (name) => name.replace(/-icon$/, ''))
    ),
    icon: icons(shelves),
    vector: braid(
      present(shelves['flat-color-icons'], picks.FLAT, LOOKS.panel),
      present(shelves['fluent-emoji-flat'], picks.OBJECTS, LOOKS.panel),
      picks.PAIRS.map((pair) => pattern(shelves['fluent-emoji-flat'], pair))
    ),
    background: backgrounds(6),
    illustration: braid(
      present(shelves.noto, picks.PLANTS, LOOKS.spotlight),
      present(shelves.noto, picks.FOOD, LOOKS.spotlight),
      present(shelves['fluent-emoji-flat'], picks.PLACES, LOOKS.spotlight),
      landscapes(6),
      present(shelves['fluent-emoji-flat'], picks.ANIMALS, LOOKS.spotlight)
    )
  }
}

function icons({ ph, tabler }: Shelves): Artwork[] {
  const phosphor = (style: string, names: readonly string[], look: Look) =>
    present(
      ph,
      names.map((name) => `${name}-${style}`),
      look,
      (name) => name.slice(0, -style.length - 1)
    )
  return braid(
    present(tabler, picks.DISCS, LOOKS.disc),
    phosphor('fill', picks.TILES, LOOKS.tile),
    present(tabler, picks.LINES, LOOKS.line),
    phosphor('duotone', picks.DUOTONE, LOOKS.duotone)
  )
}

/** Merges lists so that each is spread evenly over the whole. */
function braid<Item>(...lists: Item[][]): Item[] {
  const placed = lists.flatMap((list) => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
  return placed.sort((first, second) => first.place - second.place).map(({ item }) => item)
}

/** Grey grounds take the life out of an object. */
const LIVELY = PALETTES.filter(({ name }) => name !== 'ink' && name !== 'nordic')

function paletteFor(key: string): Palette {
  return LIVELY[hash(key) % LIVELY.length]!
}

function present(shelf: Shelf, names: readonly string[], look: Look, subjectOf = (name: string) => name): Artwork[] {
  return names.map((name) => {
    const { set, others, categories } = shelf
    const key = `${set.prefix}:${name}`
    const subject = subjectOf(name)
    const title = look.title(titleOf(subject))
    return {
      source_key: key,
      title,
      description: `${titleOf(subject)}: ${look.kind} after ${set.info.name} by ${set.info.author.name}. Sharp at any size.`,
      category: look.category,
      tags: tagsOf(subject, { others: others.get(name) ?? [], general: [...look.words, ...(categories.get(name) ?? [])] }),
      svg: look.draw(pick(shelf, name), randomFrom(key), paletteFor(key)),
      licence: licenceOf(set.info),
      author: authorOf(set.info),
      source: `@iconify-json/${set.prefix}`
    }
  })
}

function pattern(shelf: Shelf, pair: string): Artwork {
  const [first = '', second = ''] = pair.split('+')
  const { info, prefix } = shelf.set
  const key = `${prefix}:pattern-${first}-${second}`
  const subject = `${titleOf(first)} and ${titleOf(second).toLowerCase()}`
  return {
    source_key: key,
    title: `${subject}, seamless pattern`,
    description: `${subject}: a seamless repeat for wrapping paper, fabric and slides, after ${info.name} by ${info.author.name}.`,
    category: 'vector',
    tags: tagsOf(`${first}-${second}`, { general: ['pattern', 'seamless', 'vector', 'repeat', 'wrapping paper'] }),
    svg: repeat([pick(shelf, first), pick(shelf, second)], randomFrom(key), paletteFor(key)),
    licence: licenceOf(info),
    author: authorOf(info),
    source: `@iconify-json/${prefix}`
  }
}

function landscapes(variations: number): Artwork[] {
  return Array.from({ length: variations }, (_, variation) =>
    SCENES.map((scene, place) => ({ scene, palette: PALETTES[(place * 5 + variation * 4 + 2) % PALETTES.length]! }))
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
