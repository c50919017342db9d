import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import { mayEdit } from '../rules.ts'
import { Conversation } from './conversation/conversation.tsx'
import type { OpenRequest } from './load-request.ts'
import { RequestDetails } from './request-details.tsx'
import { type DialogKind, RequestDialog } from './request-dialog.tsx'
import type { RequestAnswer } from './request-form.tsx'
import css from './requests-page.module.css'
import { RequestTimeline } from './timeline/request-timeline.tsx'

type RequestPanelProps = OpenRequest & {
  me: string
  /** The result of a form that was sent without JavaScript. */
  answer: RequestAnswer | undefined
  /** The URL of the list without the panel. */
  closed: string
}

/** One request next to the list; on a phone it replaces the list. It is part of the URL, so going back closes it. */
export function RequestPanel({ request, conversation, timeline, me, answer, closed }: RequestPanelProps) {
  const [dialog, setDialog] = useState<DialogKind>()
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
          We will review it and reply here. We will email you when something changes.
        </Notice>
      )}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <RequestDetails request={request} />
      <div className={css['actions']}>
        {mayEdit(request.status) && (
          <>
            <Button type="button" small onClick={() => setDialog('edit')}>
              Edit
            </Button>
            <Button type="button" small onClick={() => setDialog('cancel')}>
              Cancel request
            </Button>
          </>
        )}
        <Button type="button" small kind="danger" onClick={() => setDialog('delete')}>
          Delete
        </Button>
      </div>
      <RequestTimeline key={request.id} request_id={request.id} start={timeline} />
      <Conversation request_id={request.id} me={me} start={conversation} unread={request.unread} />
      {dialog && <RequestDialog kind={dialog} request={request} me={me} onClose={() => setDialog(undefined)} />}
    </Card>
  )
}
