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
  /** Set if its page is not public. */
  note?: string
}

const MAX = 6
/** More than MAX, because several licenses can be for the same asset. */
const LICENSES_MAX = 50

const FINDERS: Record<PageUser['role'], (search: string) => Promise<FoundAsset[]>> = {
  employee: findOwn,
  client: findLicensed,
  admin: findAny
}

/** Searches the assets an artist created, a client licensed, or, for an admin, all assets. */
export const findAssets = (role: PageUser['role'], search: string): Promise<FoundAsset[]> => FINDERS[role](search)

async function findOwn(search: string): Promise<FoundAsset[]> {
  const found = await browserApi()(route<typeof myAssets>({ method: 'GET', path: '/assets/my-assets' }), {
    query: { search, page_size: MAX }
  })
  return found.map(({ id, title, status, asset_files }) => ({
    id,
    title,
    preview: asset_files[0]?.preview_urls?.[320] ?? null,
    ...(status !== 'approved' && { note: `${status}, page not public` })
  }))
}

async function findAny(search: string): Promise<FoundAsset[]> {
  const found = await browserApi()(route<typeof listAssets>({ method: 'GET', path: '/assets' }), { query: { search, page_size: MAX } })
  return found.map(({ id, title, files }) => ({ id, title, preview: files[0]?.preview_urls?.[320] ?? null }))
}

async function findLicensed(search: string): Promise<FoundAsset[]> {
  const { items } = await browserApi()(route<typeof listLicenses>({ method: 'GET', path: '/licenses' }), {
    query: { search, page_size: LICENSES_MAX }
  })
  const byAsset = new Map(items.map((license) => [license.asset_id, license]))
  return [...byAsset.values()]
    .slice(0, MAX)
    .map(({ asset_id, asset_title, preview_url }) => ({ id: asset_id, title: asset_title, preview: preview_url }))
}
