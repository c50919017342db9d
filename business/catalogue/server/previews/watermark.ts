import { LRUCache } from 'lru-cache'
import sharp, { type Raw } from 'sharp'

/** The wordmark as strokes, so that it does not depend on installed fonts. */
const LETTERS = [
  'M16 0H2V30H16M2 15H13',
  'M22 30L32.5 0L43 30M26 20H39',
  'M66 4C62 -1.500 50.500 -1.500 50.500 7C50.500 16 67.500 13 67.500 22.500C67.500 32 53 31.500 49.500 25.500',
  'M91 0H77V30H91M77 15H88',
  'M99 0V30H112'
]
const WORD = { width: 113, height: 30 }
const TILE = { width: 240, height: 170 }
const ANGLE = -24

const word = (x: number, y: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${ANGLE}) scale(.68) translate(${-WORD.width / 2} ${-WORD.height / 2})">${LETTERS.map((d) => `<path d="${d}"/>`).join('')}</g>`

/** Two words per tile, each fully inside it, so that tiles join without a seam. */
const words = word(TILE.width * 0.27, TILE.height * 0.25) + word(TILE.width * 0.75, TILE.height * 0.75)

/** Light strokes with a dark outline are visible on any background and leave most of the picture clear. */
const drawing = (scale: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width * scale}" height="${TILE.height * scale}" viewBox="0 0 ${TILE.width} ${TILE.height}">` +
  `<g fill="none" stroke-linecap="round" stroke-linejoin="round">` +
  `<g stroke="#0d1b20" stroke-opacity=".2" stroke-width="5">${words}</g><g stroke="#fff" stroke-opacity=".4" stroke-width="2.6">${words}</g></g></svg>`

/** Pixels to overlay on a picture. */
export type Tile = { input: Buffer; raw: Raw }

/** Drawn tiles by size; a tile takes up to 2 MB. */
const tiles = new LRUCache<string, Promise<Tile>>({ max: 50 })

/** Returns a tile about a third as wide as the picture, cropped if the picture is smaller than the tile. */
export async function watermarkTile(width: number, height: number): Promise<Tile> {
  const scale = Math.max(0.4, Math.round((Math.max(width, 160) / 2.9 / TILE.width) * 10) / 10)
  const cut = { width: Math.min(width, Math.round(TILE.width * scale)), height: Math.min(height, Math.round(TILE.height * scale)) }
  const key = `${scale}/${cut.width}/${cut.height}`
  const known = tiles.get(key)
  if (known) return known
  const tile = drawTile(scale, cut)
  tiles.set(key, tile)
  return tile
}

async function drawTile(scale: number, cut: { width: number; height: number }): Promise<Tile> {
  const whole = sharp(Buffer.from(drawing(scale))).extract({ left: 0, top: 0, ...cut })
  const { data, info } = await whole.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { input: data, raw: info }
}
