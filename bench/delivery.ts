import { sql } from 'kysely'
import { importAssets } from '#catalogue/server/import.service.ts'
import { checkOut, linkLicenseFile } from '#licensing/contract.ts'
import type { Connection } from '#platform/database/connect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import { createApi } from '#platform/web/api.ts'
import { madeUp } from './catalogue.ts'
import { nginxRate } from './nginx.ts'
import { rateOf } from './rate.ts'

/** Pictures and files, compared with one process of nginx on the same files, and whole page views. */
export type Delivery = {
  preview_per_second: number
  /** NaN without nginx, like the other one. */
  preview_nginx: number
  original_per_second: number
  original_nginx: number
  /** The home page and its twelve previews. */
  views_per_second: number
}

const ORIGINAL_BYTES = 1024 * 1024
/** A person may have ten downloads open at the same time. */
const DOWNLOADS = 8
const PREVIEWS = 12

type Shop = { db: Connection; app_url: string; files_folder: string; token: string; owner_id: string }

export async function measureDelivery(shop: Shop): Promise<Delivery> {
  const { app_url, files_folder } = shop
  const home = await (await fetch(app_url)).text()
  const previews = [...new Set(home.match(/\/previews\/[^" ,]*320\.webp/g))].slice(0, PREVIEWS)
  const [preview] = previews
  if (!preview || previews.length < PREVIEWS) throw new Error(`The home page shows ${previews.length} previews instead of ${PREVIEWS}`)
  for (const path of previews) await fetch(app_url + path)
  const preview_per_second = (await rateOf(app_url, [preview])).per_second
  const preview_nginx = await nginxRate(files_folder, preview.replace(/^\/previews\/(..)/, '/previews/$1/$1'))
  const views_per_second = (await rateOf(app_url, ['/', ...previews])).per_second / (previews.length + 1)
  return { preview_per_second, preview_nginx, views_per_second, ...(await originalRates(shop)) }
}

async function originalRates(shop: Shop): Promise<Pick<Delivery, 'original_per_second' | 'original_nginx'>> {
  const { app_url, files_folder } = shop
  const { path, key } = await boughtOriginal(shop)
  const connections = DOWNLOADS
  return {
    original_per_second: (await rateOf(app_url, [path], { connections })).per_second,
    original_nginx: await nginxRate(files_folder, `/${key}`, { connections })
  }
}

/** Imports a drawing of 1 MB, and gets a license for it. Returns the signed link to its file. */
async function boughtOriginal({ db, app_url, files_folder, token, owner_id }: Shop): Promise<{ path: string; key: string }> {
  const [row] = madeUp(0, 1, owner_id)
  if (!row) throw new Error('No asset was made up')
  const svg = row.svg.replace('</svg>', `<!--${'x'.repeat(ORIGINAL_BYTES)}--></svg>`)
  const files = openFiles(files_folder)
  const source_key = `bench:large:${Date.now()}`
  const { file_ids } = await importAssets(db, files, [{ ...row, svg, source_key, category: 'logo', approved_at: new Date(0) }])
  await sql`update licensing.license_price set price_cents = 0 where category = 'logo'`.execute(db)
  const { rows } = await sql<{ asset_id: string; original_key: string }>`
    select asset_id, original_key from catalogue.asset_file where id = ${file_ids[0]}`.execute(db)
  const [file] = rows
  if (!file) throw new Error('The drawing was not imported')
  const api = createApi(({ url, method, headers, body }) =>
    fetch(app_url + url, { method, headers: { ...headers, authorization: `Bearer ${token}` }, body: body as BodyInit })
  )
  const { license_id } = await api(checkOut, { body: { asset_id: file.asset_id, terms_accepted: true } })
  if (!license_id) throw new Error('The license was not free')
  const { download_url } = await api(linkLicenseFile, { params: { id: license_id }, query: {} })
  const { pathname, search } = new URL(download_url, app_url)
  return { path: pathname + search, key: file.original_key }
}

export function deliveryReport(found: readonly (Delivery & { size: number })[], round: (value: number) => string): string {
  const share = (ours: number, nginx: number) => (Number.isNaN(nginx) ? 'no nginx' : (ours / nginx).toFixed(2))
  return `## Pictures and files
| assets | a preview, requests/s | share of nginx | an original of 1 MB, requests/s | share of nginx | page views/s: home and ${PREVIEWS} previews |
|---:|---:|---:|---:|---:|---:|
${found.map((one) => `| ${one.size} | ${round(one.preview_per_second)} | ${share(one.preview_per_second, one.preview_nginx)} | ${round(one.original_per_second)} | ${share(one.original_per_second, one.original_nginx)} | ${round(one.views_per_second)} |`).join('\n')}
`
}
