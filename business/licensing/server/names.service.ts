import type { Ctx, Tx } from '#platform/server/index.ts'
import * as queries from './queries.ts'

/** A deleted person's name does not stay in licences; the licences do. */
export const eraseLicenseNames = ({ db }: Ctx<Tx>, { id }: { id: string }): Promise<void> => queries.eraseNames(db, id, 'Deleted user')
