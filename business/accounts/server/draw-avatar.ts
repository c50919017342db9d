import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { refuse } from '#platform/server/refusal.ts'
import { no } from '../profile.contract.ts'
import { AVATAR_MAX_MEGAPIXELS } from '../rules.ts'

/** Pixels of each side, whatever is shown of it. */
const SIDE = 512
const SECONDS_MOST = 20
/** Of the longer side, in lengths of the shorter: only the middle of a longer picture is drawn. A line of pixels, scaled to SIDE, would take minutes. */
const LONGEST = 4
const KINDS = ['png', 'apng', 'jpg', 'webp']

/** Drawn anew as a square WEBP, the way up it is shown, cut to where the eye goes first, without any metadata. Of moving pictures the first frame. */
export async function drawAvatar(sent: Buffer): Promise<Buffer> {
  const kind = await fileTypeFromBuffer(sent)
  if (!kind || !KINDS.includes(kind.ext)) throw refuse(no, 'wrong_kind')
  const open = () => sharp(sent, { limitInputPixels: false, failOn: 'error' }).timeout({ seconds: SECONDS_MOST })
  try {
    // The size comes from the header: nothing is decompressed for it.
    const { width, height, autoOrient } = await open().metadata()
    if (width * height > AVATAR_MAX_MEGAPIXELS * 1_000_000) throw refuse(no, 'too_many_pixels')
    return await open()
      .autoOrient()
      .extract(middleOf(autoOrient))
      .resize(SIDE, SIDE, { fit: 'cover', position: sharp.strategy.attention })
      .toColourspace('srgb')
      .webp({ quality: 86 })
      .toBuffer()
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error
    throw refuse(no, 'unreadable')
  }
}

type Size = { width: number; height: number }

function middleOf(whole: Size) {
  const width = Math.min(whole.width, whole.height * LONGEST)
  const height = Math.min(whole.height, whole.width * LONGEST)
  return { left: Math.floor((whole.width - width) / 2), top: Math.floor((whole.height - height) / 2), width, height }
}
