import { useEffect, useState } from 'react'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { readTimeline, Timeline } from '../../contract.ts'
import { Earlier } from '../conversation/earlier.tsx'
import css from '../request-details.module.css'
import { timelineText } from '../request-words.ts'
import { addEarlier, addNewest } from './timeline.ts'

const TIMELINE = route<typeof readTimeline>({ method: 'GET', path: '/custom-requests/:id/timeline' })

type RequestTimelineProps = {
  request_id: string
  /** The newest events. */
  start: Timeline
}

/** The request's events, oldest first. Earlier ones are loaded on demand. */
export function RequestTimeline({ request_id, start }: RequestTimelineProps) {
  const [{ items, more }, setShown] = useState(start)
  useEffect(() => setShown((known) => addNewest(known, start)), [start])
  const loadEarlier = async () => {
    const before = items[0]?.position ?? 0
    const earlier = await browserApi()(TIMELINE, { params: { id: request_id }, query: { before } })
    setShown((known) => addEarlier(known, { ...earlier, before }))
  }
  return (
    <details className={css['timeline']} open>
      <summary>
        <h3>Timeline</h3>
      </summary>
      {more && <Earlier load={loadEarlier} label="Show earlier" failure="The events could not be loaded." />}
      <ol>
        {items.map((item) => (
          <li key={item.id}>
            <span>
              {timelineText(item)} <span className={css['quiet']}>by {item.actor_name}</span>
            </span>
            <span className={css['quiet']}>
              <Moment iso={item.happened_at} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
