import { type RawBuilder, sql } from 'kysely'

/** For the row named `asset`, as the index asset_artist has it. */
export const artistId: RawBuilder<string> = sql`catalogue.artist_id(asset.owner_id, asset.author_name)`

/** A deleted account, the row named `owner`, has no page. A credited author never had an account. */
export const HAS_PAGE = sql<boolean>`(asset.author_name is not null or owner.deleted_at is null)`

/** The id of the public page of the artist of the row named `asset`. */
export const publicArtistId: RawBuilder<string | null> = sql<string | null>`case when ${HAS_PAGE} then ${artistId} end`
