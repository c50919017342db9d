import sharp from 'sharp'

/** Gray values, one byte for each pixel. */
export type Gray = { data: Uint8Array; width: number; height: number }

/** A larger picture is judged by its middle, in pixels. */
const JUDGED_PX = 1400
const PIXELS_MAX = 100_000_000
/** Transparent pixels count as this gray, which differs from most drawings. */
const BACKGROUND = '#808080'

/** Decodes the middle of a picture at its own size. */
export async function middleOf(bytes: Uint8Array): Promise<Gray> {
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX })
  const { width, height } = await picture.metadata()
  const box = { width: Math.min(width, JUDGED_PX), height: Math.min(height, JUDGED_PX) }
  const { data, info } = await picture
    .extract({ ...box, left: Math.floor((width - box.width) / 2), top: Math.floor((height - box.height) / 2) })
    .flatten({ background: BACKGROUND })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Whether a picture was enlarged from a smaller one: its edges have no fine detail, or its pixels stand in blocks. */
export function isUpscaled(gray: Gray): boolean {
  return hasBlocks(gray) || isSoft(gray)
}

/** Around an edge, in pixels. */
const WINDOW = 32
/** From this frequency on, in cycles per pixel, a picture enlarged by half or more has nothing. */
const FINE_FROM = 0.36
const COARSE_TO = 0.16
/** A picture has at least this share of the power of its coarse detail at fine frequencies. */
const FINE_MIN = 0.03
/** The contrast of an edge that counts, of 255. */
const CONTRAST_MIN = 48
/** Fewer edges prove nothing. */
const EDGES_MIN = 60
const EDGES_MAX = 4000
const WINDOWED = Float32Array.from({ length: WINDOW }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / WINDOW))

/**
 * An edge in a picture with its true size changes within a pixel or two: the change has power at every frequency. Enlarging adds pixels and no
 * frequencies. Only edges across a row or a column count, because slanted ones look soft in it.
 */
function isSoft(gray: Gray): boolean {
  const power = new Float64Array(WINDOW / 2)
  const edges = addEdges(power, gray, { along: 1, across: gray.width }) + addEdges(power, gray, { along: gray.width, across: 1 })
  if (edges < EDGES_MIN) return false
  const mean = (from: number, to: number) => {
    const part = power.filter((_, index) => index / WINDOW >= from && index / WINDOW <= to)
    return part.reduce((sum, value) => sum + value, 0) / part.length
  }
  return mean(FINE_FROM, 0.5) < FINE_MIN * mean(1 / WINDOW, COARSE_TO)
}

/** How far the next pixel is in memory, along the direction that is read and across it. */
type Steps = { along: number; across: number }

/** Adds the spectra of the changes around the edges in one direction. Returns how many edges there are. */
function addEdges(power: Float64Array, { data, width, height }: Gray, { along, across }: Steps): number {
  const [length, lines] = along === 1 ? [width, height] : [height, width]
  const change = new Float32Array(WINDOW)
  let edges = 0
  for (let line = 1; line < lines - 1 && edges < EDGES_MAX; line += 1)
    for (let at = WINDOW / 2; at < length - WINDOW / 2 - 1; at += 1) {
      const place = line * across + at * along
      if (!isEdge(data, place, { along, across })) continue
      const start = place - (WINDOW / 2) * along
      for (let index = 0; index < WINDOW; index += 1)
        change[index] = (valueAt(data, start + (index + 1) * along) - valueAt(data, start + index * along)) * (WINDOWED[index] ?? 0)
      addPower(power, change)
      edges += 1
    }
  return edges
}

const valueAt = (data: Uint8Array, at: number): number => data[at] ?? 0

/** Whether the change between this pixel and the next is the largest nearby, goes in this direction, and belongs to a clear edge. */
function isEdge(data: Uint8Array, at: number, { along, across }: Steps): boolean {
  const changeAt = (place: number) => Math.abs(valueAt(data, place + along) - valueAt(data, place))
  const own = changeAt(at)
  if (own < 6 || own < changeAt(at - along) || own <= changeAt(at + along)) return false
  if (Math.abs(valueAt(data, at + 6 * along) - valueAt(data, at - 5 * along)) < CONTRAST_MIN) return false
  const slant = Math.abs(valueAt(data, at + across) - valueAt(data, at - across))
  const rise = Math.abs(valueAt(data, at + 2 * along) - valueAt(data, at - along))
  return slant * 3 <= rise
}

const COSINES = Array.from({ length: WINDOW / 2 }, (_, wave) =>
  Float32Array.from({ length: WINDOW }, (_, at) => Math.cos((2 * Math.PI * wave * at) / WINDOW))
)
const SINES = Array.from({ length: WINDOW / 2 }, (_, wave) =>
  Float32Array.from({ length: WINDOW }, (_, at) => Math.sin((2 * Math.PI * wave * at) / WINDOW))
)

function addPower(power: Float64Array, change: Float32Array): void {
  for (let wave = 1; wave < WINDOW / 2; wave += 1) {
    const cosine = COSINES[wave] ?? change
    const sine = SINES[wave] ?? change
    let [real, imaginary] = [0, 0]
    for (let at = 0; at < WINDOW; at += 1) {
      real += (change[at] ?? 0) * (cosine[at] ?? 0)
      imaginary += (change[at] ?? 0) * (sine[at] ?? 0)
    }
    power[wave] = (power[wave] ?? 0) + real * real + imaginary * imaginary
  }
}

/** Fewer gray values are a drawing with hard edges, such as a QR code, whose squares may have any size. */
const GRAYS_MIN = 8
/** Fewer blocks prove nothing. */
const BLOCKS_MIN = 24
/** This share of the blocks has the same size, up to one pixel. */
const SAME_SIZE = 0.8

/** Whether rows and columns repeat themselves in a steady rhythm, as after enlarging without smoothing. */
function hasBlocks(gray: Gray): boolean {
  if (countGrays(gray) < GRAYS_MIN) return false
  return isSteady(runs(gray, { along: 1, across: gray.width })) && isSteady(runs(gray, { along: gray.width, across: 1 }))
}

function countGrays({ data }: Gray): number {
  const seen = new Uint8Array(256)
  for (let at = 0; at < data.length; at += 1) seen[valueAt(data, at)] = 1
  return seen.reduce((sum, one) => sum + one, 0)
}

/** Returns how many equal columns (or rows) stand beside each other, in order. The margins are left out. */
function runs({ data, width, height }: Gray, { along, across }: Steps): number[] {
  const [length, lines] = along === 1 ? [width, height] : [height, width]
  const found: number[] = []
  let run = 1
  for (let at = 1; at < length; at += 1) {
    let is_equal = true
    for (let line = 0; line < lines && is_equal; line += 1)
      is_equal = data[line * across + at * along] === data[line * across + (at - 1) * along]
    if (is_equal) run += 1
    else {
      found.push(run)
      run = 1
    }
  }
  return found.slice(1)
}

function isSteady(lengths: readonly number[]): boolean {
  if (lengths.length < BLOCKS_MIN) return false
  const sorted = lengths.toSorted((one, other) => one - other)
  const usual = sorted[Math.floor(sorted.length / 3)] ?? 1
  return (
    usual >= 2 &&
    lengths.filter((length) => length === usual || length === usual + 1 || length % usual === 0).length >= lengths.length * SAME_SIZE
  )
}
