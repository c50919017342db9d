import type { Ctx } from '#platform/server/index.ts'

/** Who holds licenses. Licensing implements it. */
export type Licensees = {
  /** Whether the caller holds an active license for the asset, bought or from the plan that they are on now. */
  holdsLicense(ctx: Ctx, asset_id: string): Promise<boolean>
}

declare module '#platform/server/context.ts' {
  interface Ports {
    licensees: Licensees
  }
}
