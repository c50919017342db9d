import sharp from 'sharp'
import type { Pixels } from './decode-picture.ts'

/** The picture is scaled to this many pixels in each direction. */
const SIDE = 32
/** The lowest frequencies in each direction, which survive scaling, compression and sharpening. */
const WAVES = 8
/** A picture whose brightness (0 to 255) has a smaller standard deviation is blank. */
const SPREAD_MIN = 3
/** Frequencies weaker than this share of the strongest are noise; symmetric drawings have many. */
const NOISE = 0.02

const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Array.from({ length: SIDE }, (_, at) => Math.cos((Math.PI / SIDE) * (at + 0.5) * wave))
)

/**
 * Returns a 64-bit hash (pHash) as a signed number, or null for a blank picture. Similar pictures have hashes that differ in few bits: each bit
 * says whether a frequency is stronger than the median. Transparent areas count as white, so that a flattened copy has the same hash; an all-white
 * drawing is placed on black.
 */
export async function perceptualHash(pixels: Pixels): Promise<bigint | null> {
  for (const ground of ['#ffffff', '#000000']) {
    const gray = await brightness(pixels, ground)
    if (spreadOf(gray) >= SPREAD_MIN) return hashOf(wavesOf(gray))
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

function spreadOf(gray: Uint8Array): number {
  const mean = gray.reduce((sum, value) => sum + value, 0) / gray.length
  return Math.sqrt(gray.reduce((sum, value) => sum + (value - mean) ** 2, 0) / gray.length)
}

/** Computes the discrete cosine transform, rows first. Replaces the mean, which is only the brightness, with 0. */
function wavesOf(gray: Uint8Array): number[] {
  const rows = Array.from({ length: SIDE }, (_, y) => COSINES.map((cosine) => sumOf((x) => (gray[y * SIDE + x] ?? 0) * (cosine[x] ?? 0))))
  const waves = COSINES.flatMap((cosine) => COSINES.map((_, across) => sumOf((y) => (rows[y]?.[across] ?? 0) * (cosine[y] ?? 0))))
  return [0, ...waves.slice(1)]
}

const sumOf = (term: (at: number) => number): number => {
  let sum = 0
  for (let at = 0; at < SIDE; at += 1) sum += term(at)
  return sum
}

function hashOf(waves: readonly number[]): bigint {
  const median = [...waves].sort((one, other) => one - other)[waves.length / 2] ?? 0
  const noise = NOISE * Math.max(...waves.map(Math.abs))
  const threshold = Math.max(median, noise)
  return BigInt.asIntN(
    64,
    waves.reduce((bits, wave) => (bits << 1n) | (wave > threshold ? 1n : 0n), 0n)
  )
}
