import type { Ctx, Tx } from '#platform/server/index.ts'

/** The licenses that a plan grants. Called in the transaction that opens or ends the plan; implemented by licensing. */
export type PlanLicenses = {
  /** The plan has ended, and its licenses end with it. */
  close(ctx: Ctx<Tx>, subscription_id: string): Promise<void>
  /** The plan is open, for the first time or again. */
  open(ctx: Ctx<Tx>, subscription_id: string): Promise<void>
  /** Another plan replaces this one. Its licenses, and who holds them, go over. */
  move(ctx: Ctx<Tx>, from: string, to: string): Promise<void>
}

declare module '#platform/server/context.ts' {
  interface Ports {
    plan_licenses: PlanLicenses
  }
}
