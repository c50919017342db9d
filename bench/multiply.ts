import { sql } from 'kysely'
import { splitListSegments } from '#catalogue/server/lists/list-segments.queries.ts'
import type { Connection, Tx } from '#platform/database/connect.ts'

const TABLES = ['catalogue.asset', 'catalogue.asset_file', 'catalogue.posting'] as const
/** What copies have of their own. */
const OWN = {
  'catalogue.asset': ['id', 'number', 'source_key', 'approved_at', 'created_at', 'decided_at'],
  'catalogue.asset_file': ['id', 'asset_id', 'original_key', 'created_at']
}
const BEFORE = sql`make_interval(days => copied.round)`

/**
 * Copies what is in the catalogue until it has `size` assets: with the same words and files' descriptions, older than what was there, and without bytes.
 * An import of a million takes a quarter of an hour; this takes minutes, because the indexes are built afterwards and the triggers do not run.
 */
export async function multiplyAssets(db: Connection, size: number): Promise<void> {
  const { rows } = await sql<{ assets: number; rounds: number }>`
    select count(*)::int as assets, coalesce(max(substring(source_key from ' ([0-9]+)$')::int), 0) as rounds from catalogue.asset`.execute(
    db
  )
  const { assets = 0, rounds = 0 } = rows[0] ?? {}
  if (assets >= size) return
  await db.transaction().execute(async (tx) => {
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
    await sql`set local work_mem = '128MB'`.execute(tx)
    const indexes = await dropIndexes(tx)
    for (const table of TABLES) await sql`alter table ${sql.raw(table)} disable trigger user`.execute(tx)
    await copyRows(tx, { missing: size - assets, rounds })
    for (const definition of indexes) await sql.raw(definition).execute(tx)
    for (const table of TABLES) await sql`alter table ${sql.raw(table)} enable trigger user`.execute(tx)
    await recount(tx)
  })
  await sql`select catalogue.count_words()`.execute(db)
}

/** Keeps those of constraints. Returns how the others are made. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any (${[...TABLES]}::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`.execute(tx)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx)
  return rows.map(({ definition }) => definition)
}

async function columnsOf(tx: Tx, table: keyof typeof OWN) {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all (${OWN[table]}::text[])`.execute(
    tx
  )
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

async function copyRows(tx: Tx, { missing, rounds }: { missing: number; rounds: number }): Promise<void> {
  await sql`
    create temporary table copied on commit drop as
    select original.id as from_id, original.number as from_number, gen_random_uuid() as id,
      nextval(pg_get_serial_sequence('catalogue.asset', 'number'))::integer as number, ${rounds}::integer + round as round
    from (select id, number, count(*) over () as many from catalogue.asset where source_key !~ ' [0-9]+$') original,
      generate_series(1, ceil(${missing}::numeric / greatest(1, original.many))::integer) round
    limit ${missing}`.execute(tx)
  await sql`analyze copied`.execute(tx)
  const [asset, file] = [await columnsOf(tx, 'catalogue.asset'), await columnsOf(tx, 'catalogue.asset_file')]
  await sql`
    insert into catalogue.asset (id, number, source_key, approved_at, created_at, decided_at, ${asset}) overriding system value
    select copied.id, copied.number, source_key || ' ' || copied.round, approved_at - ${BEFORE}, created_at - ${BEFORE}, decided_at - ${BEFORE}, ${asset}
    from (select asset.id as from_id, asset.source_key, asset.approved_at, asset.created_at, asset.decided_at, ${asset} from catalogue.asset asset) asset
    join copied on copied.from_id = asset.from_id`.execute(tx)
  await sql`
    insert into catalogue.asset_file (id, asset_id, original_key, created_at, ${file})
    select gen_random_uuid(), copied.id, original_key || '-' || copied.round, created_at - ${BEFORE}, ${file}
    from (select asset_id as from_asset, original_key, created_at, ${file} from catalogue.asset_file) file
    join copied on copied.from_id = file.from_asset`.execute(tx)
  await sql`
    insert into catalogue.posting (number, word_id, score, traits)
    select copied.number, word_id, score, traits from catalogue.posting posting join copied on copied.from_number = posting.number
    order by 1, 2`.execute(tx)
}

/** Counts again what the triggers count. */
async function recount(tx: Tx): Promise<void> {
  await sql`analyze catalogue.asset, catalogue.asset_file, catalogue.posting`.execute(tx)
  await sql`
    update catalogue.category_count stored set changes = changes + 1, approved = counted.approved
    from (select category, count(*) as approved from catalogue.asset where status = 'approved' and withheld_at is null group by category) counted
    where counted.category = stored.category`.execute(tx)
  await sql`delete from catalogue.list_segment_count`.execute(tx)
  await sql`delete from catalogue.list_segment where (since_title, since_at) <> ('', '-infinity')`.execute(tx)
  await sql`
    insert into catalogue.list_segment_count (ordering, segment, traits, assets)
    select segment.ordering, segment.id, counted.traits, sum(counted.assets)
    from catalogue.list_segment segment, (
      select status, catalogue.counted_traits(status, category, formats, colors, is_free, free_starts_at, withheld_at, origin) as traits, count(*) as assets
      from catalogue.asset group by 1, 2
    ) counted
    where segment.ordering <> 'approved' or counted.status = 'approved'
    group by 1, 2, 3`.execute(tx)
  await splitListSegments(tx)
}
