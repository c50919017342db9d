import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import css from './review-desk.module.css'
import { REVIEW_KEYS } from './use-review-keys.ts'

const MEANINGS: Record<(typeof REVIEW_KEYS)[number]['does'], string> = {
  approve: 'Approve',
  reject: 'Reject, with reasons',
  next: 'Next asset',
  previous: 'Previous asset',
  zoom: 'Zoom in or out',
  mat: 'Change the mat: paper, dark, or checker',
  compare: 'Compare with a similar asset',
  select: 'Select for a batch decision',
  help: 'Show keyboard shortcuts'
}

export function ReviewHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className={css['help']}>
        {REVIEW_KEYS.map(({ label, does }) => (
          <div key={does}>
            <dt>
              <kbd>{label}</kbd>
            </dt>
            <dd>{MEANINGS[does]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
