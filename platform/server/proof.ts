import { type Endpoint, PROOF_HEADER, PROOF_MINUTES, PROOF_NEEDED } from '#platform/contract/index.ts'
import { type Ctx, setHeader, signedIn } from './context.ts'
import { Refusal } from './refusal.ts'

/** Returns until when a proof counts. */
export const provenUntil = (proven_at: Date): Date => new Date(proven_at.getTime() + PROOF_MINUTES * 60_000)

/** Refuses with 409 and the ways to prove it, if the endpoint needs a fresh proof and the session has none. */
export async function requireProof({ proof }: Pick<Endpoint, 'proof'>, ctx: Ctx): Promise<void> {
  if (!proof) return
  const { proven_at, session_opened_at } = signedIn(ctx)
  const proofs = proof === 'or_new_session' ? [proven_at, session_opened_at] : [proven_at]
  if (proofs.some((at) => at && ctx.now < provenUntil(at))) return
  const ways = await ctx.ports.proofs.waysOf(ctx)
  setHeader(ctx, PROOF_HEADER, ways.join(' '))
  throw new Refusal(PROOF_NEEDED, 409, 'Please confirm that it is you.', { ways })
}
