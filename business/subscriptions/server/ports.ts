import type { Ctx, Tx } from '#platform/server/index.ts'

/** Licences that a plan gives, in the transaction that ends or opens it. Whoever keeps them implements this. */
export type PlanLicenses = {
  /** The plan has ended: what it gave is used no more. */
  close(ctx: Ctx<Tx>, subscription_id: string): Promise<void>
  /** It is open, for the first time or again. */
  open(ctx: Ctx<Tx>, subscription_id: string): Promise<void>
}

declare module '#platform/server/context.ts' {
  interface Ports {
    plan_licenses: PlanLicenses
  }
}
