import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { categoriesOf, type Drawing, drawing, type IconSet, isStill, otherNames, type SetInfo } from './icon-set.ts'

const { resolve } = createRequire(import.meta.url)

/** Sets whose licence lets a market sell licences of its own: MIT, Apache and CC0. Share-alike ones stay out of the demo. */
export const DEMO_SETS = ['tabler', 'ph', 'flat-color-icons', 'fluent-emoji-flat', 'noto', 'logos', 'devicon'] as const
export type DemoSet = (typeof DEMO_SETS)[number]

/** A set with its look-ups made once. */
export type Shelf = { set: IconSet; others: Map<string, string[]>; categories: Map<string, string[]> }
export type Shelves = Record<DemoSet, Shelf>

export function shelve(set: IconSet): Shelf {
  return { set, others: otherNames(set), categories: categoriesOf(set) }
}

export async function readShelves(): Promise<Shelves> {
  const entries = await Promise.all(DEMO_SETS.map(async (prefix) => [prefix, shelve(await readSet(prefix))] as const))
  return Object.fromEntries(entries) as Shelves
}

/** A picked drawing that a newer package no longer has must be noticed, not skipped. */
export function pick({ set }: Shelf, icon: string): Drawing {
  const found = drawing(set, icon)
  if (!found) throw new Error(`The set ${set.prefix} has no icon '${icon}'.`)
  if (!isStill(found.body)) throw new Error(`The icon ${set.prefix}:${icon} runs or loads something.`)
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
