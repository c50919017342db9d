import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { categoriesOf, type Drawing, drawing, type IconSet, isInert, otherNames, type SetInfo } from './icon-set.ts'

const { resolve } = createRequire(import.meta.url)

/** Sets whose license allows selling licenses: MIT, Apache and CC0. The demo has no share-alike sets. */
export const DEMO_SETS = ['tabler', 'ph', 'flat-color-icons', 'fluent-emoji-flat', 'noto', 'logos', 'devicon'] as const
export type DemoSet = (typeof DEMO_SETS)[number]

/** An icon set with its other names and categories indexed by icon. */
export type IndexedIconSet = { set: IconSet; others: Map<string, string[]>; categories: Map<string, string[]> }
export type IconSets = Record<DemoSet, IndexedIconSet>

export function indexIconSet(set: IconSet): IndexedIconSet {
  return { set, others: otherNames(set), categories: categoriesOf(set) }
}

export async function readIconSets(): Promise<IconSets> {
  const entries = await Promise.all(DEMO_SETS.map(async (prefix) => [prefix, indexIconSet(await readSet(prefix))] as const))
  return Object.fromEntries(entries) as IconSets
}

/** Returns the drawing of an icon. Throws if the set no longer has it, so that a picture missing from the demo is noticed. */
export function pick({ set }: IndexedIconSet, icon: string): Drawing {
  const found = drawing(set, icon)
  if (!found) throw new Error(`The set ${set.prefix} has no icon '${icon}'.`)
  if (!isInert(found.body)) throw new Error(`The icon ${set.prefix}:${icon} contains scripts or external references.`)
  return found
}

async function readSet(prefix: DemoSet): Promise<IconSet> {
  const [set, info, more] = await Promise.all([
    readJson<IconSet>(`@iconify-json/${prefix}/icons.json`),
    readJson<SetInfo>(`@iconify-json/${prefix}/info.json`),
    readJson<Pick<IconSet, 'categories'>>(`@iconify-json/${prefix}/metadata.json`)
  ])
  return { ...set, ...more, info }
}

async function readJson<Shape>(file: string): Promise<Shape> {
  return JSON.parse(await readFile(resolve(file), 'utf8')) as Shape
}
