import type { Ctx, Db, Tx } from '#platform/server/index.ts'
import { deleteUnsentOf } from './conversation/attachments.queries.ts'
import { forgetFiles } from './conversation/forget-files.ts'
import { deleteReadersOf } from './conversation/readers.queries.ts'
import { setAssignee } from './desk.service.ts'
import * as queries from './queries.ts'
import { deleteWithFiles } from './service.ts'

export const countRequestsOf = (db: Db, client_id: string): Promise<number> => queries.countRequests(db, { client_id })

/**
 * Deletes a client's requests with their conversations, which are not needed for the books. Messages of a deleted employee or admin stay,
 * by 'Deleted user', and an employee's requests become unassigned.
 */
export async function eraseRequests(ctx: Ctx<Tx>, { id }: { id: string }): Promise<void> {
  const { db } = ctx
  for (const request_id of await queries.findIdsOfClient(db, id)) {
    await queries.lockRequest(db, request_id)
    await deleteWithFiles(ctx, request_id)
  }
  for (const request_id of await queries.findIdsOfEmployee(db, id)) {
    const row = await queries.lockRequest(db, request_id)
    if (row?.assigned_employee_id === id) await setAssignee(ctx, row, null)
  }
  await forgetFiles(ctx, await deleteUnsentOf(db, id))
  await deleteReadersOf(db, id)
}
