import { useEffect, useRef, useState } from 'react'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { MySubscription } from '#subscriptions/contract.ts'
import { loadMyPlan, UsageMeter } from '#subscriptions/web/index.ts'
import { LINK_MINUTES } from '../rules.ts'
import css from './acquire-dialog.module.css'
import type { Acquired } from './use-acquire.ts'

export function AcquiredNote({ download_url, mailed_to, from_plan, onClose }: Acquired & { onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone; its focus goes on to the one in its place.
  useEffect(() => done.current?.focus(), [])
  return (
    <div className={css['acquired']}>
      <Notice tone="good" title="Your download has started.">
        {mailed_to ? `A link to it is on its way to ${mailed_to}.` : 'The license is in your account.'}
      </Notice>
      {from_plan && <PlanLeft />}
      <p>
        Nothing happened? <a href={download_url}>Download it here</a>, within {LINK_MINUTES} minutes.
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

/** What the plan has left now. */
function PlanLeft() {
  const [plan, setPlan] = useState<MySubscription>()
  useEffect(() => void loadMyPlan().then(setPlan), [])
  return plan?.is_active ? <UsageMeter {...plan} /> : null
}
