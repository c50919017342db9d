import type { AssetDetail } from '#catalogue/contract.ts'
import { type ColorChanges, changesFor, recoloredAddress, recoloredPage } from '#catalogue/recolor.rules.ts'
import type { PreviewWidth } from '#catalogue/rules.ts'

export const NO_CHANGES: ColorChanges = new Map()

/** Addresses of a picture in other colors, by width. */
export type Pictures = Record<PreviewWidth, string>

export const serverPictures = (asset_id: string, changes: ColorChanges): Pictures => ({
  320: recoloredAddress(asset_id, changes, 320),
  640: recoloredAddress(asset_id, changes, 640),
  1200: recoloredAddress(asset_id, changes, 1200)
})

/** Returns the asset as its page shows it with other pictures. */
export function withPictures(asset: AssetDetail, pictures: Pictures | undefined): AssetDetail {
  const drawing = asset.files.find(({ format }) => format === 'svg')
  if (!pictures || !drawing) return asset
  return { ...asset, files: [{ ...drawing, preview_urls: pictures, file_url: pictures[640], avif_urls: {}, blur: null }] }
}

/** The colors in the address of the page. Those that this drawing does not have are left out, and the page says so. */
export function readAddress(query: URLSearchParams, palette: AssetDetail['palette']): { changes: ColorChanges; is_wrong: boolean } {
  const colors = query.get('colors')
  if (!colors) return { changes: NO_CHANGES, is_wrong: false }
  const changes = changesFor(colors, palette)
  return typeof changes === 'string' ? { changes: NO_CHANGES, is_wrong: true } : { changes, is_wrong: false }
}

/** Where the form leads that works before hydration: it sends a field for each color of the drawing. */
export function sentByForm(query: URLSearchParams, { id, palette }: Pick<AssetDetail, 'id' | 'palette'>): string | undefined {
  if (!query.has('recolor') || !palette) return undefined
  const sent = palette.flatMap(({ color }) => {
    const to = query
      .get(`to-${color.slice(1)}`)
      ?.trim()
      .toLowerCase()
    return to && /^#[0-9a-f]{6}$/.test(to) ? [[color, to] as const] : []
  })
  return recoloredPage(id, new Map(sent))
}
