import { showMoment } from '#platform/web/show.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { ReasonDialog } from '#platform/web/ui/feedback/reason-dialog.tsx'
import { MESSAGES, WITHHOLD_REASON_MAX } from '../../rules.ts'

/** The page whose action withholds and releases assets. */
const ACTION = '/all-assets'

export type WithheldAsset = {
  id: string
  title: string
  withheld_at: string | null
  withheld_by?: { name: string } | null | undefined
  withheld_reason?: string | null | undefined
}

const HINT = 'For our records. Only admins see it.'

/** The open dialog. */
export function WithholdQuestion({ asset, onClose }: { asset: WithheldAsset; onClose: () => void }) {
  const dialog = { hint: HINT, reason_max: WITHHOLD_REASON_MAX, action: ACTION, onClose }
  if (asset.withheld_at)
    return (
      <ReasonDialog
        {...dialog}
        key={asset.id}
        title={`Release “${asset.title}”?`}
        verb="Release"
        kind="main"
        sent={{ intent: 'release', id: asset.id }}
        done="Asset released."
        failed={MESSAGES.release_failed}
      >
        <Withheld asset={asset} />
        <p>It returns to the catalogue and can be bought again.</p>
      </ReasonDialog>
    )
  return (
    <ReasonDialog
      {...dialog}
      key={asset.id}
      title={`Withhold “${asset.title}”?`}
      verb="Withhold"
      kind="danger"
      sent={{ intent: 'withhold', id: asset.id }}
      done="Asset withheld."
      failed={MESSAGES.withhold_failed}
    >
      <p>
        It leaves the catalogue immediately and can no longer be bought. Those who hold a license keep it, with its certificate and
        downloads. Its artist sees that it is withheld. You can release it again.
      </p>
    </ReasonDialog>
  )
}

function Withheld({ asset: { withheld_at, withheld_by, withheld_reason } }: { asset: WithheldAsset }) {
  if (!withheld_at) return null
  return (
    <Notice tone="warn" title={`Withheld by ${withheld_by?.name ?? 'an admin'} on ${showMoment(withheld_at)}.`}>
      {withheld_reason}
    </Notice>
  )
}
