import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { mayEdit } from '../rules.ts'
import { Conversation } from './conversation.tsx'
import type { OpenRequest } from './load-request.ts'
import { RequestDetails, RequestTimeline } from './request-details.tsx'
import { type Asked, RequestDialog } from './request-dialog.tsx'
import type { RequestAnswer } from './request-form.tsx'
import css from './requests-page.module.css'

type RequestPanelProps = OpenRequest & {
  me: string
  /** Of a page that was sent without JavaScript. */
  answer: RequestAnswer | undefined
  /** The list alone. */
  closed: string
}

/** One request beside the list; on a phone it stands in the list's place. It is part of the address, so going back closes it. */
export function RequestPanel({ request, conversation, timeline, me, answer, closed }: RequestPanelProps) {
  const [asked, setAsked] = useState<Asked>()
  const [query] = useSearchParams()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const refusal = answer?.fields && Object.values(answer.fields)[0]
  return (
    <Card className={css['panel']} aria-labelledby="request-title">
      <div className={css['panelHead']}>
        <h2 id="request-title" ref={title} tabIndex={-1}>
          {request.title}
        </h2>
        <LinkButton to={closed} kind="quiet" square aria-label="Close" preventScrollReset>
          <IconX size={20} aria-hidden="true" />
        </LinkButton>
      </div>
      {query.has('submitted') && (
        <Notice tone="good" title="Your request is submitted.">
          We look at it and answer here; you get an e-mail when something changes.
        </Notice>
      )}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <RequestDetails request={request} />
      <div className={css['deeds']}>
        {mayEdit(request.status) && (
          <>
            <Button type="button" small onClick={() => setAsked('edit')}>
              Edit
            </Button>
            <Button type="button" small onClick={() => setAsked('cancel')}>
              Cancel request
            </Button>
          </>
        )}
        <Button type="button" small kind="danger" onClick={() => setAsked('delete')}>
          Delete
        </Button>
      </div>
      <RequestTimeline items={timeline} />
      <Conversation request_id={request.id} me={me} start={conversation} unread={request.unread} />
      {asked && <RequestDialog asked={asked} request={request} me={me} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}
