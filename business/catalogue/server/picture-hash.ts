import sharp from 'sharp'
import type { Pixels } from './decode-picture.ts'

/** The picture is looked at as so many squares by so many. */
const SIDE = 32
/** Its slowest waves across and down: what stays when it is scaled, compressed or sharpened. */
const WAVES = 8
/** Spread of the brightness (0 to 255) below which a picture is blank: it looks like no other. */
const SPREAD_LEAST = 3
/** Waves weaker than this share of the strongest are noise, not looks: symmetric drawings have many. */
const NOISE = 0.02

const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Array.from({ length: SIDE }, (_, at) => Math.cos((Math.PI / SIDE) * (at + 0.5) * wave))
)

/**
 * Of 64 bits (as a signed number) near pictures differ in few: each says whether a wave is stronger than most. Nothing for a blank picture.
 * What is not covered is white, as on paper, so that a drawing and its copy without transparency are alike; a drawing all in white stands on black.
 */
export async function pictureHash(pixels: Pixels): Promise<bigint | null> {
  for (const ground of ['#ffffff', '#000000']) {
    const grey = await brightness(pixels, ground)
    if (spreadOf(grey) >= SPREAD_LEAST) return hashOf(wavesOf(grey))
  }
  return null
}

async function brightness({ data, info }: Pixels, ground: string): Promise<Buffer> {
  return sharp(data, { raw: info })
    .flatten({ background: ground })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer()
}

function spreadOf(grey: Uint8Array): number {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length
  return Math.sqrt(grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length)
}

/** The discrete cosine transform, rows first; its mean, which is brightness alone, left out. */
function wavesOf(grey: Uint8Array): number[] {
  const rows = Array.from({ length: SIDE }, (_, y) => COSINES.map((cosine) => sumOf((x) => grey[y * SIDE + x]! * cosine[x]!)))
  const waves = COSINES.flatMap((cosine) => COSINES.map((_, across) => sumOf((y) => rows[y]![across]! * cosine[y]!)))
  return [0, ...waves.slice(1)]
}

const sumOf = (term: (at: number) => number): number => {
  let sum = 0
  for (let at = 0; at < SIDE; at += 1) sum += term(at)
  return sum
}

function hashOf(waves: readonly number[]): bigint {
  const middle = [...waves].sort((one, other) => one - other)[waves.length / 2]!
  const noise = NOISE * Math.max(...waves.map(Math.abs))
  const least = Math.max(middle, noise)
  return BigInt.asIntN(
    64,
    waves.reduce((bits, wave) => (bits << 1n) | (wave > least ? 1n : 0n), 0n)
  )
}
