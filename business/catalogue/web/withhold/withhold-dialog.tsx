import { Suspense } from 'react'
import { loadLater } from '#platform/web/loading/load-later.tsx'
import type { WithheldAsset } from './withhold-question.tsx'

/** Loaded when it is opened: everyone visits the pages of assets, and only admins withhold them. */
const WithholdQuestion = loadLater(async () => ({ default: (await import('./withhold-question.tsx')).WithholdQuestion }))

/** Takes an asset off sale, or puts a withheld one back, with a reason. */
export function WithholdDialog({ asset, onClose }: { asset: WithheldAsset | undefined; onClose: () => void }) {
  return (
    asset && (
      <Suspense>
        <WithholdQuestion asset={asset} onClose={onClose} />
      </Suspense>
    )
  )
}
