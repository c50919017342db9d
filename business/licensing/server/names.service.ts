import type { Ctx, Tx } from '#platform/server/index.ts'
import * as queries from './queries.ts'

/** Removes a deleted person's name from licenses. The licenses stay. */
export const eraseLicenseNames = ({ db }: Ctx<Tx>, { id }: { id: string }): Promise<void> => queries.eraseNames(db, id, 'Deleted user')
