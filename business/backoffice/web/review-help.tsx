import { Dialog } from '#platform/web/ui/dialog.tsx'
import css from './review-desk.module.css'
import { REVIEW_KEYS } from './use-review-keys.ts'

const MEANINGS: Record<(typeof REVIEW_KEYS)[number]['does'], string> = {
  approve: 'Approve',
  reject: 'Reject, with reasons',
  next: 'Next asset',
  previous: 'Previous asset',
  zoom: 'Zoom in or out',
  mat: 'Change the mat: paper, dark, checker',
  compare: 'Compare with what looks alike',
  select: 'Select for deciding many at once',
  help: 'These keys'
}

export function ReviewHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <dl className={css['help']}>
        {REVIEW_KEYS.map(({ shown, does }) => (
          <div key={does}>
            <dt>
              <kbd>{shown}</kbd>
            </dt>
            <dd>{MEANINGS[does]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
