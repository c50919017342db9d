import { findAssets } from '#catalogue/server/index.ts'
import { type Answer, inDollars, type Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { type License, type listLicenses, refusals } from '../contract.ts'
import { mayDownload } from '../rules.ts'
import { findReader, requireLicense, stateFor } from './access.service.ts'
import { describeFiles, linkToBest } from './downloads/downloads.service.ts'
import * as queries from './queries.ts'
import { findOffers } from './transfer/transfer.queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.findLicense>>>

export async function list(ctx: Ctx, { query }: Received<typeof listLicenses>): Promise<Answer<typeof listLicenses>> {
  const reader = await findReader(ctx, signedIn(ctx).id)
  const [rows, total] = [
    await queries.findLicensesFor(ctx.db, { ...reader, ...query }),
    await queries.countLicensesFor(ctx.db, { ...reader, ...query })
  ]
  const seen = rows.map((row) => ({ ...row, status: stateFor(reader, row) }))
  return { items: await presentLicenses(ctx, seen), total, page: query.page, page_size: query.page_size }
}

export async function read(ctx: Ctx, id: string): Promise<License> {
  const [license] = await presentLicenses(ctx, [await requireLicense(ctx, id)])
  if (!license) throw refuse(refusals, 'license_not_found')
  return license
}

/** Presents licenses that the caller may see. */
export async function presentLicenses(ctx: Ctx, rows: Row[]): Promise<License[]> {
  const asset_ids = [...new Set(rows.map(({ asset_id }) => asset_id))]
  const assets = await findAssets(ctx.db, ctx.now, asset_ids)
  const files = Map.groupBy(await queries.findReadyFilesOf(ctx.db, asset_ids), ({ asset_id }) => asset_id)
  const names = await findGetters(ctx, rows)
  const offers = await findOffers(
    ctx.db,
    rows.map(({ id }) => id),
    ctx.now
  )
  return rows.map((row) =>
    presentOne(ctx, row, {
      preview_url: assets.get(row.asset_id)?.preview_url ?? null,
      files: files.get(row.asset_id) ?? [],
      got_by: names.get(row.client_id) ?? null,
      offered_to: offers.get(row.id) ?? null
    })
  )
}

/** Names of the other team members who licensed assets with the plan, by id. */
async function findGetters(ctx: Ctx, rows: Row[]): Promise<Map<string, string>> {
  const me = signedIn(ctx).id
  const ids = rows
    .filter(({ subscription_id, client_id }) => subscription_id !== null && client_id !== me)
    .map(({ client_id }) => client_id)
  return queries.findPeople(ctx.db, [...new Set(ids)])
}

type Of = { preview_url: string | null; got_by: string | null; offered_to: string | null; files: queries.OriginalFile[] }

function presentOne(ctx: Ctx, { price_cents, created_at, ended_at, ...row }: Row, { files, ...of }: Of): License {
  return {
    ...row,
    ...of,
    ...describeFiles(files),
    licensee: row.licensee_name,
    was_transferred: row.transferred_from !== null,
    from_plan: row.subscription_id !== null,
    price: inDollars(price_cents),
    price_cents,
    license_file_url: mayDownload(row) ? (linkToBest(ctx, row, files)?.download_url ?? null) : null,
    created_at: created_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null
  }
}
