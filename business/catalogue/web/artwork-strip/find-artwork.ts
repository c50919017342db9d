import type { Api } from '#platform/web/api.ts'
import { type AssetCard, type AssetFile, listAssets } from '../../contract.ts'
import type { Category } from '../../rules.ts'

export type Artwork = Pick<AssetCard, 'id' | 'title' | 'category' | 'dominant_color' | 'files'>

/** As many works as the widest strip shows. */
const MAX = 6

/**
 * Returns works for a strip, newest first: of one category, or of all. When they cannot be read, the page still makes sense without them,
 * and the API has logged the cause.
 */
export async function findArtwork(api: Api, category?: Category): Promise<Artwork[]> {
  const found = await api(listAssets, { query: { page_size: MAX, ...(category && { category }) } }).catch((): AssetCard[] => [])
  return found.flatMap(({ id, title, category, dominant_color, files }) => {
    const file = files.find(isPictured)
    return file ? [{ id, title, category, dominant_color, files: [file] }] : []
  })
}

const isPictured = ({ preview_urls }: AssetFile): boolean => preview_urls !== null
