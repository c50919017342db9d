/** One color of a palette: '#rrggbb' in lower case, and its share of the drawn area from 0 to 1. */
export type PaletteColor = { color: string; share: number }

/** The colors of a palette, of one recoloring, and of the palette that a person saves. */
export const PALETTE_MAX = 12
const PAIR = /^(#[0-9a-f]{6})-(#[0-9a-f]{6})$/

export const RECOLOR_TEXTS = {
  malformed: 'Write colors as pairs such as #aabbcc-#112233, with commas between them.',
  too_many: `At most ${PALETTE_MAX} colors can be changed.`,
  twice: 'A color can be changed only once.',
  not_a_drawing: 'Only drawings (SVG) can be recolored.',
  unknown: (color: string) => `${color} is not a color of this drawing.`,
  palette: `A palette is a list of at most ${PALETTE_MAX} colors such as #00b4d8.`
} as const

/** Which colors of a drawing become which others, all at the same time. In lower case. */
export type ColorChanges = ReadonlyMap<string, string>

/** Reads '#from-#to,…'. Returns a sentence if it is malformed. */
export function readColorChanges(text: string): ColorChanges | string {
  const pairs = text.toLowerCase().split(',')
  if (pairs.length > PALETTE_MAX) return RECOLOR_TEXTS.too_many
  const changes = new Map<string, string>()
  for (const pair of pairs) {
    const [, from, to] = PAIR.exec(pair) ?? []
    if (!from || !to) return RECOLOR_TEXTS.malformed
    if (changes.has(from)) return RECOLOR_TEXTS.twice
    changes.set(from, to)
  }
  return changes
}

/** Writes changes as a link and a call have them: sorted, and without those that change nothing. '' if there are none. */
export const writeColorChanges = (changes: ColorChanges): string =>
  [...changes]
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `${from}-${to}`)
    .toSorted()
    .join(',')

/** Returns the changes that fit a drawing with this palette, or why they do not. `palette` is null for what is not a drawing. */
export function changesFor(text: string, palette: readonly PaletteColor[] | null): ColorChanges | string {
  const changes = readColorChanges(text)
  if (typeof changes === 'string') return changes
  if (palette === null) return RECOLOR_TEXTS.not_a_drawing
  const unknown = [...changes.keys()].find((from) => palette.every(({ color }) => color !== from))
  return unknown ? RECOLOR_TEXTS.unknown(unknown) : changes
}

/** The address of a picture of an asset in other colors. */
export const recoloredAddress = (asset_id: string, changes: ColorChanges, width: number): string =>
  `/api/assets/${asset_id}/recolored?${new URLSearchParams({ colors: writeColorChanges(changes), width: String(width) })}`

/** The page of an asset in other colors. */
export function recoloredPage(asset_id: string, changes: ColorChanges): string {
  const colors = writeColorChanges(changes)
  return `/assets/${asset_id}${colors ? `?${new URLSearchParams({ colors })}` : ''}`
}
