import { useEffect, useRef, useState } from 'react'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import type { MySubscription } from '#subscriptions/contract.ts'
import { loadMyPlan, UsageMeter } from '#subscriptions/web/index.ts'
import { LINK_MINUTES } from '../../rules.ts'
import { substituteNote } from '../licenses/chosen-download.ts'
import css from './acquire-dialog.module.css'
import type { Acquired } from './use-acquire.ts'

type NoteProps = Acquired & { chosen: string | undefined; onClose: () => void }

export function AcquiredNote({ download_url, file_format, chosen, mailed_to, from_plan, onClose }: NoteProps) {
  const done = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone, so the focus moves to the one in its place.
  useEffect(() => done.current?.focus(), [])
  const substitute = substituteNote(chosen, file_format)
  return (
    <div className={css['acquired']}>
      <Notice tone="good" title="Your download has started.">
        {mailed_to ? `We sent a link to ${mailed_to}, too.` : 'The license is in your account.'}
      </Notice>
      {substitute && <Notice tone="warn">{substitute}</Notice>}
      {from_plan && <PlanLeft />}
      <p>
        Did the download not start? <a href={download_url}>Download it here</a> within {LINK_MINUTES} minutes.
      </p>
      <div className={css['acquiredActions']}>
        {!mailed_to && <LinkButton to="/client/licenses">My Licenses</LinkButton>}
        <Button type="button" kind="main" ref={done} onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

/** What is left of the plan after the download. */
function PlanLeft() {
  const [plan, setPlan] = useState<MySubscription>()
  useEffect(() => void loadMyPlan().then(setPlan), [])
  return plan?.is_active ? <UsageMeter {...plan} /> : null
}
