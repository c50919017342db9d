import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { refuse } from '#platform/server/refusal.ts'
import { refusals } from '../../profile.contract.ts'
import { AVATAR_MAX_MEGAPIXELS } from '../../rules.ts'

/** Width and height in pixels. */
const SIDE = 512
/** Maximum aspect ratio. Only the middle of a longer picture is used: scaling a one-pixel line to SIDE would take minutes. */
const RATIO_MAX = 4
const KINDS = ['png', 'apng', 'jpg', 'webp']

/** Runs in a child process that avatars.service.ts limits. Returns the picture as a square WEBP without metadata, upright and cropped to its most salient area. Uses the first frame of an animation. */
export async function drawAvatar(sent: Buffer): Promise<Buffer> {
  const kind = await fileTypeFromBuffer(sent)
  if (!kind || !KINDS.includes(kind.ext)) throw refuse(refusals, 'wrong_kind')
  const open = () => sharp(sent, { limitInputPixels: false, failOn: 'error' })
  try {
    // Reads the size from the header, without decompressing.
    const { width, height, autoOrient } = await open().metadata()
    if (width * height > AVATAR_MAX_MEGAPIXELS * 1_000_000) throw refuse(refusals, 'too_many_pixels')
    return await open()
      .autoOrient()
      .extract(middleOf(autoOrient))
      .resize(SIDE, SIDE, { fit: 'cover', position: sharp.strategy.attention })
      .toColourspace('srgb')
      .webp({ quality: 86 })
      .toBuffer()
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error
    throw refuse(refusals, 'unreadable')
  }
}

type Size = { width: number; height: number }

function middleOf(whole: Size) {
  const width = Math.min(whole.width, whole.height * RATIO_MAX)
  const height = Math.min(whole.height, whole.width * RATIO_MAX)
  return { left: Math.floor((whole.width - width) / 2), top: Math.floor((whole.height - height) / 2), width, height }
}
