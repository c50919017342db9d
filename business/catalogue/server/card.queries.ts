import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { type CardFile, type ChosenAssets, employeeName, type ShownRow } from './asset-row.queries.ts'
import { assetVersion, ownVersion, rowVersion, versionedRows, versionOf } from './versioned-rows.queries.ts'
import './tables.ts'

/** For about 3,000 cards with one file each. */
const CARDS_MAX_BYTES = 24 * 2 ** 20
const known = versionedRows<KeptRow>(CARDS_MAX_BYTES)

/** A row as JSON has it, with its times as text. */
type CardTime = 'free_starts_at' | 'free_ends_at' | 'approved_at' | 'withheld_at'
type CardJson = Omit<ShownRow, CardTime | 'files'> &
  Record<CardTime, string | null> & { version: string; files: (CardFile & { version: string })[] }
export type CardsJson = CardJson[] | null
type KeptRow = ShownRow & Pick<CardJson, 'files'>

/**
 * Selects the cards of `rows`, which joins an asset named `asset` with its owner, as one JSON value. PostgreSQL writes it, and this
 * process reads it, in half the time that a column for each field takes.
 */
export const cardsOf = (rows: RawBuilder<unknown>): RawBuilder<CardsJson> => sql<CardsJson>`(
  select json_agg(card) from (
    select asset.id, asset.title, asset.description, asset.category, asset.tags, asset.origin, asset.status, asset.is_free,
      asset.free_starts_at, asset.free_ends_at, asset.approved_at, asset.withheld_at, asset.colors, ${employeeName} as employee_name,
      ${ownVersion} as version, coalesce((
        select json_agg(shown) from (
          select file.id, file.format, file.bytes, file.sha256, file.width, file.height, file.status, file.picture, file.dominant_color,
            file.blur, file.avif, file.is_published, ${rowVersion('file')} as version
          from catalogue.asset_file file where file.asset_id = asset.id order by file.created_at, file.id
        ) shown
      ), '[]') as files
    ${rows}
  ) card
)`

/** Keeps the cards for lists that show them again. */
export const keepCards = (db: Db, cards: CardsJson): ShownRow[] =>
  cards?.map(({ version, ...card }) => known.keep(db, card.id, versionOf({ version, files: card.files }), toRow(card))) ?? []

const toRow = (card: Omit<CardJson, 'version'>): KeptRow => ({
  ...card,
  free_starts_at: dateOf(card.free_starts_at),
  free_ends_at: dateOf(card.free_ends_at),
  approved_at: dateOf(card.approved_at),
  withheld_at: dateOf(card.withheld_at)
})

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** The ids of assets in the order of a list, with the versions of their cards, as one text. */
export type CardVersions = string | null

/**
 * Selects the versions of the cards of `rows`, for a list whose cards are probably known. That costs the database a third of what the
 * cards cost, and this process next to nothing.
 */
export const cardVersionsOf = (rows: RawBuilder<unknown>): RawBuilder<CardVersions> => sql<CardVersions>`(
  select string_agg(card.id || ' ' || card.version, '/') from (select asset.id, ${assetVersion} as version ${rows}) card)`

/** Returns the cards of these versions, in their order, and reads those that are not known. One that is no longer on sale is left out. */
export async function readCards(db: Db, versions: CardVersions): Promise<ShownRow[]> {
  if (versions === null) return []
  const found = versions.split('/').map(lookUp)
  const missing = found.filter(({ row }) => !row).map(({ id }) => id)
  if (missing.length === 0) return found.flatMap(({ row }) => row ?? [])
  const onSale = (await loadCards(db, missing)).filter(({ status, withheld_at }) => status === 'approved' && !withheld_at)
  const loaded = new Map(onSale.map((row) => [row.id, row]))
  return found.flatMap(({ id, row }) => row ?? loaded.get(id) ?? [])
}

const ID_LENGTH = 36

function lookUp(chosen: string): { id: string; row: ShownRow | undefined } {
  const id = chosen.slice(0, ID_LENGTH)
  const card = known.find(id)
  return { id, row: card?.version === chosen.slice(ID_LENGTH + 1) ? card.row : undefined }
}

/** Whether a list of these assets is probably answered from memory. */
export const areKnown = (ids: readonly string[]): boolean => ids.every((id) => known.find(id))

type Loaded = { cards: CardsJson }

async function loadCards(db: Db, ids: readonly string[]): Promise<ShownRow[]> {
  loadQuery ??= selectCards(ids).compile(db)
  const { rows } = await db.executeQuery<Loaded>({ ...loadQuery, parameters: [ids] })
  return keepCards(db, rows[0]?.cards ?? null)
}

/** Compiled once: its only parameter is the list of ids. */
let loadQuery: CompiledQuery<Loaded> | undefined

const selectCards = (ids: readonly string[]): RawBuilder<Loaded> => {
  const cards = cardsOf(sql`
    from unnest(${ids}::uuid[]) wanted (id) join catalogue.asset asset on asset.id = wanted.id
    join accounts."user" owner on owner.id = asset.owner_id`)
  return sql<Loaded>`select ${cards} as cards`
}

/** Reads the cards of the chosen assets in their order. The choice is materialized, so that the planner runs it on its own. */
export async function findChosen(db: Db, chosen: ChosenAssets): Promise<ShownRow[]> {
  const cards = cardsOf(sql`
    from chosen join catalogue.asset asset on asset.id = chosen.id join accounts."user" owner on owner.id = asset.owner_id order by chosen.place`)
  const { rows } = await sql<Loaded>`with chosen as materialized (${chosen}) select ${cards} as cards`.execute(db)
  return keepCards(db, rows[0]?.cards ?? null)
}
