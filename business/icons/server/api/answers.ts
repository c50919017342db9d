import type { ExtendedIconifyIcon, IconifyJSON } from '@iconify/types'
import { getIconsCSS } from '@iconify/utils/lib/css/icons'
import { defaultIconCustomisations } from '@iconify/utils/lib/customisations/defaults'
import { flipFromString } from '@iconify/utils/lib/customisations/flip'
import { rotateFromString } from '@iconify/utils/lib/customisations/rotate'
import { getIconData } from '@iconify/utils/lib/icon-set/get-icon'
import { iconToSVG } from '@iconify/utils/lib/svg/build'
import { iconToHTML } from '@iconify/utils/lib/svg/html'
import type { Ctx } from '#platform/server/index.ts'
import { ICON_WORD, NAMES_MAX } from '../../rules.ts'
import { readDrawings } from '../naming/drawings.service.ts'
import { findUndrawnAmong } from '../naming/names.queries.ts'
import { type Drawn, drawnOf } from './drawn.ts'
import { colorOf, IconRefusal, lengthOf, namesOf, type Query, selectorOf, textOf, truthOf } from './parameters.ts'
import { findBodies } from './view.queries.ts'
import type { SetView, View } from './view.ts'

/** Icons of one set, as Iconify's clients load them. */
export type IconsAnswer = IconifyJSON & { not_found?: string[] }

/** Returns the icons that were asked for, with the icons that aliases among them need. */
export async function icons(ctx: Ctx, view: View, prefix: string, query: Query): Promise<IconsAnswer> {
  const names = namesOf(query, NAMES_MAX)
  const set = setOf(view, prefix)
  const aliases = aliasesFor(set, names)
  const asked = new Set([...names, ...Object.values(aliases).map(({ parent }) => parent)])
  const found = await drawings(
    ctx,
    view,
    set,
    [...asked].filter((name) => ICON_WORD.test(name))
  )
  for (const name of Object.keys(aliases)) if (!leadsTo(name, aliases, found)) delete aliases[name]
  const missing = names.filter((name) => !found.has(name) && !Object.hasOwn(aliases, name))
  requireAnswerable(found)
  return {
    ...commonOf(set),
    // Without a prototype: 'constructor' is a name like any other.
    icons: Object.assign(Object.create(null) as object, Object.fromEntries(found)),
    aliases,
    ...(missing.length > 0 && { not_found: [...new Set(missing)] })
  } as IconsAnswer
}

/** The longest bodies of one answer together, in characters: 10,000 usual icons take half of it. */
const BODIES_MAX = 8_000_000

function requireAnswerable(found: ReadonlyMap<string, Drawn>): void {
  let length = 0
  for (const { body } of found.values()) length += body.length
  if (length > BODIES_MAX) throw new IconRefusal(400)
}

export function setOf({ sets }: View, prefix: string): SetView {
  const set = sets.get(prefix)
  if (!set) throw new IconRefusal(404)
  return set
}

const commonOf = ({ prefix, last_modified, width, height }: SetView) => ({
  prefix,
  lastModified: last_modified,
  ...(width !== null && { width }),
  ...(height !== null && { height })
})

type Aliases = Record<string, { parent: string }>

/** The aliases among the names, and those that they lead to. */
function aliasesFor({ aliases }: SetView, names: readonly string[]): Aliases {
  const found: Aliases = Object.create(null) as Aliases
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const alias = aliases.get(name)
    if (!alias || Object.hasOwn(found, name)) continue
    found[name] = { parent: alias.parent, ...alias.props }
    waiting.push(alias.parent)
  }
  return found
}

/** An imported set's aliases are a tree: none leads to itself. */
function leadsTo(name: string, aliases: Aliases, found: ReadonlyMap<string, Drawn>): boolean {
  const parent = aliases[name]?.parent
  if (parent === undefined || parent === name) return false
  return found.has(parent) || leadsTo(parent, aliases, found)
}

/** More that were never read than a page shows are left to the job, and are not found until then. */
const READ_NOW = 100

async function drawings(ctx: Ctx, view: View, set: SetView, names: readonly string[]): Promise<Map<string, Drawn>> {
  const known = view.cache?.find(set.prefix, names) ?? new Map<string, Drawn>()
  const missing = known.size > 0 ? names.filter((name) => !known.has(name)) : names
  const found = missing.length > 0 ? await storedDrawings(ctx, view, set, missing) : new Map<string, Drawn>()
  view.cache?.keep(set.prefix, found)
  return known.size > 0 ? inOrder(names, (name) => known.get(name) ?? found.get(name)) : found
}

async function storedDrawings(ctx: Ctx, view: View, { prefix }: SetView, names: readonly string[]): Promise<Map<string, Drawn>> {
  const scope = await view.scopeFor(prefix, names)
  // A replica may still have an icon that is withheld: what is kept comes from the primary.
  let rows = await findBodies(view.cache ? ctx.db : ctx.read, prefix, names, scope)
  const undrawn = rows.filter(({ body }) => body === null).slice(0, READ_NOW)
  if (undrawn.length > 0) {
    const ids = undrawn.map(({ id }) => id)
    await readDrawings(ctx, await findUndrawnAmong(ctx.db, ids))
    rows = await findBodies(ctx.db, prefix, names, scope)
  }
  const drawn = new Map(rows.map((row) => [row.name, drawnOf(row)]))
  return inOrder(names, (name) => drawn.get(name))
}

function inOrder(names: readonly string[], find: (name: string) => Drawn | undefined): Map<string, Drawn> {
  const found = new Map<string, Drawn>()
  for (const name of names) {
    const drawn = find(name)
    if (drawn) found.set(name, drawn)
  }
  return found
}

/** Returns a complete SVG. */
export async function svg(ctx: Ctx, view: View, { prefix, name }: { prefix: string; name: string }, query: Query): Promise<string> {
  const data = getIconData(await icons(ctx, view, prefix, { icons: name }), name)
  if (!data) throw new IconRefusal(404)
  const flip = textOf(query, 'flip')
  const changes = {
    width: lengthOf(query, 'width') ?? defaultIconCustomisations.width,
    height: lengthOf(query, 'height') ?? defaultIconCustomisations.height,
    rotate: rotationOf(query),
    ...defaultFlips
  }
  if (flip) flipFromString(changes, flip)
  const built = buildSvg(data, changes)
  const { left = 0, top = 0, width = USUAL_SIZE, height = USUAL_SIZE } = data
  const box = `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="rgba(255, 255, 255, 0)" />`
  const html = iconToHTML(textOf(query, 'box') ? box + built.body : built.body, built.attributes)
  const color = colorOf(query)
  return color ? html.replaceAll('currentColor', () => color) : html
}

/** The library counts quarters one by one, so a number that nobody means would never end. */
const ROTATION = /^-?\d{1,4}(?:\.\d{1,4})?(?:deg|%)?$/

function rotationOf(query: Query): number {
  const rotate = textOf(query, 'rotate') ?? ''
  return ROTATION.test(rotate) ? rotateFromString(rotate, 0) : 0
}

const PLACE = '<place/>'

/** The library moves one `defs` out of what it turns, and breaks a drawing with several. These are turned as a whole. */
function buildSvg(data: ExtendedIconifyIcon, changes: Parameters<typeof iconToSVG>[1]): ReturnType<typeof iconToSVG> {
  if (data.body.split('<defs', 3).length < 3) return iconToSVG(data, changes)
  const built = iconToSVG({ ...data, body: PLACE }, changes)
  return { ...built, body: built.body.replace(PLACE, () => data.body) }
}

const defaultFlips = { hFlip: false, vFlip: false }
const USUAL_SIZE = 16

const FORMATS = ['compact', 'compressed', 'expanded'] as const

/** Returns a style sheet that shows the icons as masks or backgrounds. */
export async function css(ctx: Ctx, view: View, prefix: string, query: Query): Promise<string> {
  const names = namesOf(query, NAMES_MAX)
  const data = await icons(ctx, view, prefix, query)
  const info = setOf(view, prefix).info as unknown as IconifyJSON['info']
  return getIconsCSS(
    { ...data, ...(info && { info }) },
    // Names that are not found stand in comments of the answer.
    [...new Set(names)].filter((name) => ICON_WORD.test(name)),
    cssOptions(query)
  )
}

function cssOptions(query: Query): NonNullable<Parameters<typeof getIconsCSS>[2]> {
  const format = FORMATS.find((one) => one === textOf(query, 'format'))
  const mode = modeOf(textOf(query, 'mode'))
  const color = colorOf(query)
  const forceSquare = truthOf(query, 'square', 'forceSquare', 'force-square')
  const pseudoSelector = truthOf(query, 'pseudo', 'pseudoSelector', 'pseudo-selector')
  const commonSelector = selectorOf(query, 'commonSelector', 'common')
  const iconSelector = selectorOf(query, 'iconSelector', 'selector')
  const overrideSelector = selectorOf(query, 'overrideSelector', 'override')
  const varName = varOf(query)
  return {
    ...(format && { format }),
    ...(mode && { mode }),
    ...(color && { color }),
    ...(forceSquare !== undefined && { forceSquare }),
    ...(pseudoSelector !== undefined && { pseudoSelector }),
    ...(commonSelector && { commonSelector }),
    ...(iconSelector && { iconSelector }),
    ...(overrideSelector && { overrideSelector }),
    ...(varName !== undefined && { varName })
  }
}

function modeOf(mode: string | undefined): 'background' | 'mask' | undefined {
  if (mode === 'bg') return 'background'
  return mode === 'background' || mode === 'mask' ? mode : undefined
}

/** Null: no variable. */
function varOf(query: Query): string | null | undefined {
  const name = query['varName'] ?? query['var']
  if (typeof name !== 'string' || !/^[a-z0-9_-]{0,60}$/.test(name)) return undefined
  return name === '' || name === 'null' || ['false', 'no', '0'].includes(name) ? null : name
}
