import type { listAssets } from '#catalogue/contract.ts'
import type { listLicenses } from '#licensing/contract.ts'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { PageUser } from '#platform/web/page.ts'
import type { myAssets } from '#submissions/contract.ts'

export interface FoundAsset {
  id: string
  title: string
  preview: string | null
  /** Where its page is not public yet. */
  note?: string
}

const MOST = 6
/** An asset can be licensed several times: so many licences hold enough different assets. */
const LICENSES_MOST = 50

const FINDERS: Record<PageUser['role'], (search: string) => Promise<FoundAsset[]>> = {
  employee: findMade,
  client: findLicensed,
  admin: findAny
}

/** The person's own assets with these words: made by an artist, licensed by a client, any for an admin. */
export const findAssets = (role: PageUser['role'], search: string): Promise<FoundAsset[]> => FINDERS[role](search)

async function findMade(search: string): Promise<FoundAsset[]> {
  const found = await browserApi()(route<typeof myAssets>({ method: 'GET', path: '/assets/my-assets' }), {
    query: { search, page_size: MOST }
  })
  return found.map(({ id, title, status, asset_files }) => ({
    id,
    title,
    preview: asset_files[0]?.preview_urls?.[320] ?? null,
    ...(status !== 'approved' && { note: `${status}: its page is not public` })
  }))
}

async function findAny(search: string): Promise<FoundAsset[]> {
  const found = await browserApi()(route<typeof listAssets>({ method: 'GET', path: '/assets' }), { query: { search, page_size: MOST } })
  return found.map(({ id, title, files }) => ({ id, title, preview: files[0]?.preview_urls?.[320] ?? null }))
}

async function findLicensed(search: string): Promise<FoundAsset[]> {
  const { items } = await browserApi()(route<typeof listLicenses>({ method: 'GET', path: '/licenses' }), {
    query: { search, page_size: LICENSES_MOST }
  })
  const byAsset = new Map(items.map((license) => [license.asset_id, license]))
  return [...byAsset.values()]
    .slice(0, MOST)
    .map(({ asset_id, asset_title, preview_url }) => ({ id: asset_id, title: asset_title, preview: preview_url }))
}
