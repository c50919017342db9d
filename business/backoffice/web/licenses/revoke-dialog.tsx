import type { ListedLicense } from '#licensing/admin.contract.ts'
import { MESSAGES, REASON_MAX } from '#licensing/rules.ts'
import { WithGrant } from '#platform/web/grants.tsx'
import { showDollars } from '#platform/web/show.ts'
import { ReasonDialog } from '#platform/web/ui/feedback/reason-dialog.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'

/** Asks for the reason, and whether to refund the payment. */
export function RevokeDialog({ license, onClose }: { license: ListedLicense | undefined; onClose: () => void }) {
  if (!license) return null
  const { id, asset_title, licensee, payment_id, price_cents } = license
  return (
    <ReasonDialog
      key={id}
      title={`Revoke ${licensee}’s license for “${asset_title}”?`}
      verb="Revoke"
      kind="danger"
      hint={`${licensee} reads it in an email.`}
      reason_max={REASON_MAX}
      sent={{ id }}
      done="License revoked."
      failed={MESSAGES.revoke_failed}
      onClose={onClose}
    >
      <p>Its downloads stop working immediately, and its certificate says that it was revoked. This cannot be undone.</p>
      {payment_id && (
        <WithGrant grant="finance">
          <Checkbox label={`Also refund ${showDollars(price_cents)}`} name="refund" value="yes" />
        </WithGrant>
      )}
    </ReasonDialog>
  )
}
