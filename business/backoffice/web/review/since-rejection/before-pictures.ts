import type { Previous, ReviewedAsset } from '#submissions/review.contract.ts'
import { pictureOf } from '../review-picture.tsx'

type Pictures = { before: Previous['files'][number] | undefined; after: ReviewedAsset['files'][number] | undefined; isSame: boolean }

/** The first picture of the version that was rejected, and of the present one. */
export function picturesOf(asset: ReviewedAsset): Pictures {
  const before = asset.previous?.files.find(({ preview_urls }) => preview_urls)
  const after = pictureOf(asset)
  return { before, after, isSame: before?.id === after?.id }
}

const USUAL = { width: 1200, height: 900 }
/** So that a tall picture fits a screen, in pixels. */
const HEIGHT_MAX = 560

/** The size in which pictures are compared, from a text such as '640x480'. */
export function stageSize(resolution: string | null | undefined): { width: number; height: number } {
  const [, wide, high] = /^(\d+)x(\d+)$/.exec(resolution ?? '') ?? []
  const { width, height } = wide && high ? { width: Number(wide), height: Number(high) } : USUAL
  const scale = Math.min(USUAL.width / width, HEIGHT_MAX / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
