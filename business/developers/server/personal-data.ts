import type { Ctx, Eraser, PersonalData, Tx } from '#platform/server/index.ts'
import { deleteKeysEndedBefore, deleteKeysOf } from './keys/keys.queries.ts'

export const developersPersonalData: PersonalData = {
  tables: [{ name: 'api-keys', table: 'developers.api_key', ids: ['user_id'], without: ['key_hash', 'window_start', 'window_used'] }]
}

/** Runs in the transaction that deletes an account. */
export const eraseDeveloper = ({ db }: Ctx<Tx>, { id }: { id: string }): Promise<void> => deleteKeysOf(db, id)

export const developersRetention = {
  api_keys: ({ db }, before) => deleteKeysEndedBefore(db, before)
} satisfies Record<string, Eraser>
