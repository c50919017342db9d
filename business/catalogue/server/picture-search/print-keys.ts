/** Pure arithmetic on the brightness of a picture: the 64 bits by which its print is found, and the values that a slightly changed copy may have. */

/** The brightness is given in this many cells in each direction. */
export const WAVE_SIDE = 32
/** The lowest frequencies in each direction, which survive scaling, compression, and sharpening. */
const WAVES = 8
const BANDS = 4
const BAND_BITS = 16
/** A bit is set for a frequency that has more than this share of the picture's whole energy: weaker ones are noise, of which symmetric drawings have many. */
const STRENGTH_MIN = 0.03

const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Array.from({ length: WAVE_SIDE }, (_, at) => Math.cos((Math.PI / WAVE_SIDE) * (at + 0.5) * wave))
)

/** The places of the frequencies, lowest first, without the mean, which is only the brightness. */
const ORDER = Array.from({ length: WAVES * WAVES }, (_, place) => place)
  .slice(1)
  .sort((one, other) => frequencyOf(one) - frequencyOf(other) || one - other)

function frequencyOf(place: number): number {
  return (place % WAVES) + Math.floor(place / WAVES)
}

/** How far each frequency is above or below what sets its bit, lowest frequency first, as a share of the whole energy. */
export function strengthsOf(brightness: ArrayLike<number>): number[] {
  const waves = wavesOf(brightness)
  const energy = Math.sqrt(waves.reduce((sum, wave) => sum + wave ** 2, 0)) || 1
  return ORDER.map((place) => (waves[place] ?? 0) / energy - STRENGTH_MIN)
}

/** Computes the discrete cosine transform, rows first. The mean is left out. */
function wavesOf(brightness: ArrayLike<number>): number[] {
  const rows = Array.from({ length: WAVE_SIDE }, (_, y) =>
    COSINES.map((cosine) => sumOf((x) => (brightness[y * WAVE_SIDE + x] ?? 0) * (cosine[x] ?? 0)))
  )
  const waves = COSINES.flatMap((cosine) => COSINES.map((_, across) => sumOf((y) => (rows[y]?.[across] ?? 0) * (cosine[y] ?? 0))))
  return [0, ...waves.slice(1)]
}

function sumOf(term: (at: number) => number): number {
  let sum = 0
  for (let at = 0; at < WAVE_SIDE; at += 1) sum += term(at)
  return sum
}

/** The frequencies of a band are spread over the whole range, so that each band alone says something about the picture. */
const bandOf = (strengths: readonly number[], band: number): number[] => strengths.filter((_, place) => place % BANDS === band)

const bandValue = (strengths: readonly number[]): number =>
  strengths.reduce((bits, strength, bit) => bits + (strength > 0 ? 1 << bit : 0), 0)

/** Returns the bits as a signed number of 64 bits: four bands of 16 bits, the first one lowest. */
export function bitsOf(strengths: readonly number[]): bigint {
  const bands = Array.from({ length: BANDS }, (_, band) => BigInt(bandValue(bandOf(strengths, band))))
  return BigInt.asIntN(
    64,
    bands.reduce((bits, value, band) => bits | (value << BigInt(BAND_BITS * band)), 0n)
  )
}

/**
 * Returns for each band up to `count` values to look up, the most likely first: the band's own value, then values in which the bits that
 * were decided most narrowly are flipped.
 */
export const likelyBands = (strengths: readonly number[], count: number): number[][] =>
  Array.from({ length: BANDS }, (_, band) => likelyValues(bandOf(strengths, band), count))

/** Bits that are flipped in a band's values: with all of them together there are 1,024 values. */
const FLIPPED_MAX = 10

function likelyValues(strengths: readonly number[], count: number): number[] {
  const value = bandValue(strengths)
  const narrow = strengths
    .map((strength, bit) => ({ bit, margin: Math.abs(strength) }))
    .sort((one, other) => one.margin - other.margin)
    .slice(0, FLIPPED_MAX)
  let flips = [{ flipped: 0, cost: 0 }]
  for (const { bit, margin } of narrow) {
    const more = flips.map(({ flipped, cost }) => ({ flipped: flipped | (1 << bit), cost: cost + margin ** 2 }))
    flips = [...flips, ...more].sort((one, other) => one.cost - other.cost).slice(0, count)
  }
  return flips.map(({ flipped }) => value ^ flipped)
}
