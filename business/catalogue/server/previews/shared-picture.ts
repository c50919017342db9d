import type { AssetDetail } from '../../contract.ts'
import type { FileRow } from '../asset-row.queries.ts'
import { markedPathOf } from './preview-address.ts'

const WIDTH = 1200
const HEIGHT_MAX = 2 * WIDTH

/** Returns the picture that shared links and search engines show, or null for an asset without one. */
export function sharedPictureOf(files: readonly FileRow[]): AssetDetail['shared_picture'] {
  const file = files.find(({ status, picture }) => status === 'ready' && picture !== 'none')
  return file ? { url: markedPathOf(file), ...sizeOf(file) } : null
}

/** Returns the size of the preview: it fits the frame, and a photo is never enlarged. */
function sizeOf({ format, picture, width, height }: FileRow): { width: number | null; height: number | null } {
  if (!width || !height) return { width: null, height: null }
  const fit = Math.min(WIDTH / width, HEIGHT_MAX / height)
  const scale = format === 'svg' || picture === 'drawn' ? fit : Math.min(1, fit)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
