import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, type Proofs, provenUntil, signedIn, signedOut } from '#platform/server/index.ts'
import type { prove as proveCall } from '../../security.contract.ts'
import { requirePassword } from '../profile/password-and-sessions.service.ts'
import * as queries from '../queries.ts'

/** The ways in which the caller can prove who they are. */
export const proofs: Proofs = {
  waysOf: async (ctx) => ((await queries.hasPassword(ctx.db, signedIn(ctx).id)) ? ['password'] : [])
}

/** Proves who the caller is, for this session. */
export async function prove(ctx: Ctx, { password = '' }: Received<typeof proveCall>['body']): Promise<Answer<typeof proveCall>> {
  await requirePassword(ctx, password)
  if (!(await queries.proveSession(ctx.db, signedIn(ctx).session_id, ctx.now))) throw signedOut()
  return { proven_until: provenUntil(ctx.now).toISOString() }
}
