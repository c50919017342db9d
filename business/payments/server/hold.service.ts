import type { Ctx, Tx } from '#platform/server/index.ts'
import { hasOpenMoney } from './hold.queries.ts'

/** A payment that is being captured, or a refund on its way, keeps the account of its client open until the money has arrived. */
export async function holdOpenMoney({ db }: Ctx<Tx>, { id }: { id: string }): Promise<'money_owed' | null> {
  return (await hasOpenMoney(db, id)) ? 'money_owed' : null
}
