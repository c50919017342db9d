import sharp from 'sharp'

/** The wordmark as strokes on a grid of 0 to 20 below 30: no font of the machine is asked. */
const LETTERS = [
  'M16 0H2V30H16M2 15H14',
  'M30 30L40 0L50 30M33.5 20H46.5',
  'M74 4C70 -1.500 58 -1.500 58 7C58 16 75 13 75 22.500C75 32 60 31.500 57 25.500',
  'M100 0H86V30H100M86 15H98',
  'M110 0V30H124'
]
const WORD = { width: 124, height: 30 }
const TILE = { width: 200, height: 136 }
const ANGLE = -24

const word = (x: number, y: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${ANGLE}) scale(.8) translate(${-WORD.width / 2} ${-WORD.height / 2})">${LETTERS.map((d) => `<path d="${d}"/>`).join('')}</g>`

/** Two words per tile, each whole inside it, so that tiles meet without a seam. */
const words = word(TILE.width * 0.27, TILE.height * 0.25) + word(TILE.width * 0.75, TILE.height * 0.75)

/** Light strokes with a dark rim: seen on any ground, and through most of the picture stays clear. */
const drawing = (scale: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width * scale}" height="${TILE.height * scale}" viewBox="0 0 ${TILE.width} ${TILE.height}">` +
  `<g fill="none" stroke-linecap="round" stroke-linejoin="round">` +
  `<g stroke="#0d1b20" stroke-opacity=".22" stroke-width="7">${words}</g><g stroke="#fff" stroke-opacity=".5" stroke-width="4">${words}</g></g></svg>`

const tiles = new Map<string, Promise<Buffer>>()

/** A tile about a third as wide as the picture, cut where the picture is smaller than it. */
export async function watermarkTile(width: number, height: number): Promise<Buffer> {
  const scale = Math.max(0.4, Math.round((Math.max(width, 160) / 3.2 / TILE.width) * 10) / 10)
  const cut = { width: Math.min(width, Math.round(TILE.width * scale)), height: Math.min(height, Math.round(TILE.height * scale)) }
  const key = `${scale}/${cut.width}/${cut.height}`
  const known = tiles.get(key)
  if (known) return known
  const made = sharp(Buffer.from(drawing(scale)))
    .extract({ left: 0, top: 0, ...cut })
    .png()
    .toBuffer()
  if (tiles.size < 200) tiles.set(key, made)
  return made
}
