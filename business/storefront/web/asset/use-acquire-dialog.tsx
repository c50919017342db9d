import { Suspense, useState } from 'react'
import type { AssetCard } from '#catalogue/contract.ts'
import type { Pricing } from '#licensing/contract.ts'
import type { Wanted } from '#licensing/rules.ts'
import { AcquireDialog } from '#licensing/web/index.ts'
import type { PageUser } from '#platform/web/page.ts'

export type AcquirableAsset = Pick<AssetCard, 'id' | 'title' | 'is_currently_free' | 'files'>

/** Prices that the page has loaded, so that the dialog does not load them again. */
type Known = { asset_id: string; prices: Pricing['prices'] | undefined }

/** Returns the acquire dialog of a page and a function that opens it for an asset. `colors` are those in which the page shows its own asset. */
export function useAcquireDialog(user: PageUser | null, colors = '', known?: Known) {
  const [chosen, setChosen] = useState<{ asset: AcquirableAsset; wanted: Wanted }>()
  const open = (asset: AcquirableAsset, wanted: Wanted) =>
    setChosen({ asset, wanted: { ...wanted, ...(colors && asset.id === known?.asset_id && { colors }) } })
  const prices = chosen && chosen.asset.id === known?.asset_id ? known.prices : undefined
  const dialog = chosen && (
    <Suspense fallback={null}>
      <AcquireDialog {...chosen} user={user} prices={prices} onClose={() => setChosen(undefined)} />
    </Suspense>
  )
  return { open, dialog }
}
