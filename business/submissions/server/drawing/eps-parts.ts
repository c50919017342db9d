import type { PageSize } from './page-box.ts'

export type EpsParts = {
  /** Starts with comments that contain the bounding box. */
  postscript: Buffer
  /** The size of the bounding box. */
  size: PageSize
  /** A TIFF that some programs embed for readers without a PostScript interpreter. */
  preview: Buffer | undefined
}

const DOS_HEADER = Buffer.from([0xc5, 0xd0, 0xd3, 0xc6])
const DOS_HEADER_BYTES = 30
/** The parts of a DOS EPS, by the header offset of their start and length. A WMF preview (at 12) is not read. */
const PART = { postscript: 4, tiff: 20 } as const
const TIFF_STARTS = ['49492a00', '4d4d002a']
/** The bounding box is in the comments at the beginning, or at the end if the beginning says `(atend)`. */
const SEARCHED_BYTES = 64 * 1024
const BOX = /^%%BoundingBox:[ \t]*([-+.\d][-+.\d \t]*)/m
const EXACT_BOX = /^%%HiResBoundingBox:[ \t]*([-+.\d][-+.\d \t]*)/m
const BOX_AT_END = /^%%(?:HiRes)?BoundingBox:[ \t]*\(atend\)/gm
const SIDE_MAX = 1_000_000

/** Splits an EPS into its parts (Encapsulated PostScript File Format Specification 3.0). Returns undefined if it has no usable bounding box. */
export function partsOfEps(bytes: Buffer): EpsParts | undefined {
  const isDos = bytes.length > DOS_HEADER_BYTES && bytes.subarray(0, 4).equals(DOS_HEADER)
  const postscript = isDos ? partAt(bytes, PART.postscript) : bytes
  const box = postscript && boxOf(postscript)
  if (!postscript || !box) return undefined
  const [left, bottom, right, top] = box
  const size = { width: right - left, height: top - bottom }
  return { postscript: boxAtFront(postscript, box), size, preview: isDos ? tiffOf(bytes) : undefined }
}

function tiffOf(bytes: Buffer): Buffer | undefined {
  const preview = partAt(bytes, PART.tiff)
  return preview && TIFF_STARTS.includes(preview.toString('hex', 0, 4)) ? preview : undefined
}

/** `place` is the header offset of the part's start and length. */
function partAt(bytes: Buffer, place: number): Buffer | undefined {
  const [start, length] = [bytes.readUInt32LE(place), bytes.readUInt32LE(place + 4)]
  return length > 0 && start + length <= bytes.length ? bytes.subarray(start, start + length) : undefined
}

type Box = [left: number, bottom: number, right: number, top: number]

function boxOf(postscript: Buffer): Box | undefined {
  const text = `${postscript.toString('latin1', 0, SEARCHED_BYTES)}\n${postscript.subarray(-SEARCHED_BYTES).toString('latin1')}`
  for (const expression of [EXACT_BOX, BOX]) {
    const [, numbers = ''] = expression.exec(text) ?? []
    const [left = 0, bottom = 0, right = 0, top = 0] = numbers.trim().split(/\s+/).map(Number)
    if ([right - left, top - bottom].every((side) => side > 0 && side <= SIDE_MAX)) return [left, bottom, right, top]
  }
  return undefined
}

/** Ghostscript ignores a bounding box at the end. */
function boxAtFront(postscript: Buffer, box: Box): Buffer {
  const head = postscript.toString('latin1', 0, SEARCHED_BYTES)
  const changed = head.replace(BOX_AT_END, `%%BoundingBox: ${box.join(' ')}`)
  return changed === head ? postscript : Buffer.concat([Buffer.from(changed, 'latin1'), postscript.subarray(SEARCHED_BYTES)])
}
