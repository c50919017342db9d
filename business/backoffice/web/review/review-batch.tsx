import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import css from './review-batch.module.css'
import { wageSum } from './wage-sum.ts'

type Wages = Readonly<Record<string, number>>
type ReviewBatchProps = {
  chosen: readonly ReviewedAsset[]
  wages: Wages
  all: boolean
  busy: boolean
  onAll: () => void
  onClear: () => void
  onApprove: () => void
  onReject: () => void
}

/** Shown while assets are selected. */
export function ReviewBatch({ chosen, wages, all, busy, onAll, onClear, onApprove, onReject }: ReviewBatchProps) {
  if (chosen.length === 0) return null
  return (
    <section className={css['bar']} aria-label="Selected">
      <span role="status">
        {chosen.length} selected · {wageSum(chosen, wages).sum} in wages
      </span>
      <Stack row gap={2}>
        {!all && (
          <Button type="button" kind="quiet" small onClick={onAll} disabled={busy}>
            Select all
          </Button>
        )}
        <Button type="button" kind="quiet" small onClick={onClear} disabled={busy}>
          Clear
        </Button>
        <Button type="button" kind="danger" small onClick={onReject} disabled={busy}>
          Reject {chosen.length}
        </Button>
        <Button type="button" kind="main" small onClick={onApprove} busy={busy}>
          Approve {chosen.length}
        </Button>
      </Stack>
    </section>
  )
}

type ApproveDialogProps = {
  chosen: readonly ReviewedAsset[]
  wages: Wages
  open: boolean
  onClose: () => void
  onApprove: () => void
}

/** Decisions cannot be undone, so approving several assets asks for confirmation. */
export function ApproveDialog({ chosen, wages, open, onClose, onApprove }: ApproveDialogProps) {
  const { lines, sum } = wageSum(chosen, wages)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Approve ${chosen.length} assets?`}
      footer={
        <>
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="button" kind="main" onClick={onApprove}>
            Approve {chosen.length}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <p>They are published in the catalogue immediately and their wages are booked. This cannot be undone.</p>
        <table className={css['wages']}>
          <caption>Wages</caption>
          <tbody>
            {lines.map(({ category, count, wage }) => (
              <tr key={category}>
                <th scope="row">{category}</th>
                <td>{count}</td>
                <td>{wage}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{chosen.length}</td>
              <td>{sum}</td>
            </tr>
          </tfoot>
        </table>
      </Stack>
    </Dialog>
  )
}
