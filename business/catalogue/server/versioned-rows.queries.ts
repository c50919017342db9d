import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/database/connect.ts'
import { deepFreeze } from '#platform/server/index.ts'

/** Read again after this time, whatever its version: a database that was set back to an earlier time may use the same versions again. */
const TRUSTED_MS = 60_000

type Kept = { description: string; tags: readonly string[]; files: readonly { version: string }[] }

/** Bytes of a row, of what is made from it, and of the JSON of that, measured and rounded up. */
const bytesOf = ({ description, tags, files }: Kept): number => 2000 + 4 * description.length + 300 * tags.length + 5000 * files.length

/**
 * Keeps rows that many calls read, each with the version of all that it was made from. A call that gets one asks the database for its
 * version, so it never gets a row that is out of date. Calls share it, so none may change it.
 */
export function versionedRows<Row extends Kept>(max_bytes: number) {
  const rows = new LRUCache<string, { version: string; row: Row }>({
    maxSize: max_bytes,
    sizeCalculation: ({ row }) => bytesOf(row),
    ttl: TRUSTED_MS
  })
  return {
    find: (id: string) => rows.get(id),
    /** Returns the row that calls share from now on. What a transaction has read may never be committed, so it is not kept. */
    keep: (db: Pick<Db, 'isTransaction'>, id: string, version: string, row: Row): Row => {
      if (db.isTransaction) return row
      const known = rows.get(id)
      if (known?.version === version) return known.row
      rows.set(id, { version, row: deepFreeze(row) })
      return row
    }
  }
}

/** Changes with every change to a row of this name: PostgreSQL writes a changed row anew, elsewhere and by another transaction. */
export const rowVersion = (name: string): RawBuilder<string> =>
  sql<string>`(${sql.ref(`${name}.xmin`)}::text || ${sql.ref(`${name}.ctid`)})`

/** Versions in one text, sorted as `joinVersions` sorts them. */
export const versionsOf = (name: string): RawBuilder<string> => {
  const version = rowVersion(name)
  return sql<string>`string_agg(' ' || ${version}, '' order by ${version} collate "C")`
}
export const joinVersions = (versions: readonly string[]): string =>
  versions
    .toSorted()
    .map((version) => ` ${version}`)
    .join('')

/** The version of the rows named `asset` and `owner`. Rows of two databases, one copied from the other, may otherwise look alike. */
export const ownVersion = sql<string>`hashtext(current_database())::text || ${rowVersion('asset')} || ${rowVersion('owner')}`

/** The same with the files of the asset. */
export const assetVersion = sql<string>`${ownVersion} || coalesce((
  select ${versionsOf('file')} from catalogue.asset_file file where file.asset_id = asset.id), '')`

/** What `assetVersion` selects, of a row that was read with the version of its own and of each file. */
export const versionOf = ({ version, files }: { version: string; files: readonly { version: string }[] }): string =>
  version + joinVersions(files.map((file) => file.version))
