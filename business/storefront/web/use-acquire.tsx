import { lazy, Suspense, useState } from 'react'
import type { AssetCard } from '#catalogue/contract.ts'
import type { Wanted } from '#licensing/rules.ts'
import type { PageUser } from '#platform/web/page.ts'

export type Acquired = Pick<AssetCard, 'id' | 'title' | 'is_currently_free' | 'files'>

/** Only who wants an asset loads the dialog. */
const AcquireDialog = lazy(async () => ({ default: (await import('#licensing/web/index.ts')).AcquireDialog }))

/** The acquire dialog of a page, and how to open it for an asset. */
export function useAcquire(user: PageUser | null) {
  const [chosen, setChosen] = useState<{ asset: Acquired; wanted: Wanted }>()
  const open = (asset: Acquired, wanted: Wanted) => setChosen({ asset, wanted })
  const dialog = chosen && (
    <Suspense fallback={null}>
      <AcquireDialog {...chosen} user={user} onClose={() => setChosen(undefined)} />
    </Suspense>
  )
  return { open, dialog }
}
