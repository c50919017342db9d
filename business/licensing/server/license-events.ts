import type { Ctx, Tx } from '#platform/server/index.ts'

type Licensed = { id: string; asset_id: string; client_id: string; plan_owner_id: string | null }

/** Tells the webhooks of the licensees: of a plan's license, that is the plan's owner. */
export async function publishLicenses(
  work: Ctx<Tx>,
  type: 'license.granted' | 'license.revoked',
  licenses: readonly Licensed[]
): Promise<void> {
  if (licenses.length === 0) return
  await work.ports.events.publish(
    work,
    licenses.map(({ id: license_id, asset_id, client_id, plan_owner_id }) => ({
      ...{ type, to: plan_owner_id ?? client_id },
      data: { license_id, asset_id }
    }))
  )
}

/** What an update of licenses returns for publishLicenses. */
export const EVENT_COLUMNS = ['id', 'asset_id', 'client_id', 'plan_owner_id'] as const
