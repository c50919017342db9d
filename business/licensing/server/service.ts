import { findAssets, type KnownAsset } from '#catalogue/server/index.ts'
import { type Answer, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { type License, type listLicenses, no } from '../contract.ts'
import { mayDownload } from '../rules.ts'
import { describeFiles, linkToBest } from './downloads.service.ts'
import * as queries from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.findLicense>>>

export async function list(ctx: Ctx, { query }: Received<typeof listLicenses>): Promise<Answer<typeof listLicenses>> {
  const client_id = signedIn(ctx).id
  const [rows, total] = [
    await queries.findLicensesOf(ctx.db, { client_id, ...query }),
    await queries.countLicensesOf(ctx.db, { client_id, ...query })
  ]
  return { items: await present(ctx, rows), total, page: query.page, page_size: query.page_size }
}

export async function read(ctx: Ctx, id: string): Promise<License> {
  const row = await queries.findLicense(ctx.db, id)
  if (row?.client_id !== signedIn(ctx).id) throw refuse(no, 'license_not_found')
  const [license] = await present(ctx, [row])
  return license!
}

async function present(ctx: Ctx, rows: Row[]): Promise<License[]> {
  const asset_ids = [...new Set(rows.map(({ asset_id }) => asset_id))]
  const assets = await findAssets(ctx.db, ctx.now, asset_ids)
  const files = Map.groupBy(await queries.findReadyFilesOf(ctx.db, asset_ids), ({ asset_id }) => asset_id)
  return rows.map((row) => presentOne(ctx, row, { asset: assets.get(row.asset_id), files: files.get(row.asset_id) ?? [] }))
}

type Of = { asset: KnownAsset | undefined; files: queries.OriginalFile[] }

function presentOne(ctx: Ctx, { price_cents, created_at, ...row }: Row, { asset, files }: Of): License {
  return {
    ...row,
    ...describeFiles(files),
    asset_title: asset?.title ?? '',
    preview_url: asset?.preview_url ?? null,
    price: inDollars(price_cents),
    license_file_url: mayDownload(row) ? (linkToBest(ctx, row.id, files)?.download_url ?? null) : null,
    created_at: created_at.toISOString()
  }
}
