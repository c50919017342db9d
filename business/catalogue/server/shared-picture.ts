import type { AssetDetail } from '../contract.ts'
import type { FileRow } from './columns.queries.ts'
import { markedPathOf } from './preview-address.ts'

const WIDTH = 1200
const HEIGHT_MOST = 2 * WIDTH

/** What shared links and search engines show of an asset; nothing where no picture can be drawn. */
export function sharedPictureOf(files: readonly FileRow[]): AssetDetail['shared_picture'] {
  const file = files.find(({ status, picture }) => status === 'ready' && picture !== 'none')
  return file ? { url: markedPathOf(file), ...sizeOf(file) } : null
}

/** As the preview is drawn: within its frame, and a photo is never enlarged. */
function sizeOf({ format, picture, width, height }: FileRow): { width: number | null; height: number | null } {
  if (!width || !height) return { width: null, height: null }
  const fit = Math.min(WIDTH / width, HEIGHT_MOST / height)
  const scale = format === 'svg' || picture === 'drawn' ? fit : Math.min(1, fit)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
