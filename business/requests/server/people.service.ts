import type { Ctx, Db, Tx } from '#platform/server/index.ts'
import { deleteUnsentOf } from './attachments.queries.ts'
import { setAssignee } from './desk.service.ts'
import { forgetFiles } from './forget-files.ts'
import * as queries from './queries.ts'
import { deleteReadersOf } from './readers.queries.ts'
import { removeWhole } from './service.ts'

export const countRequestsOf = (db: Db, client_id: string): Promise<number> => queries.countRequests(db, { client_id })

/**
 * A deleted client's requests go, with all that was said in them: they are no books. What a deleted employee or admin wrote to clients stays, by
 * 'Deleted user', and an employee's requests wait for another one.
 */
export async function eraseRequests(ctx: Ctx<Tx>, { id }: { id: string }): Promise<void> {
  const { db } = ctx
  for (const request_id of await queries.findIdsOfClient(db, id)) {
    await queries.lockRequest(db, request_id)
    await removeWhole(ctx, request_id)
  }
  for (const request_id of await queries.findIdsOfEmployee(db, id)) {
    const row = await queries.lockRequest(db, request_id)
    if (row?.assigned_employee_id === id) await setAssignee(ctx, row, null)
  }
  await forgetFiles(ctx, await deleteUnsentOf(db, id))
  await deleteReadersOf(db, id)
}
