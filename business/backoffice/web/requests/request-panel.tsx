import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import type { CustomRequest } from '#requests/contract.ts'
import { ADMIN_STATES } from '#requests/rules.ts'
import { Conversation, type OpenRequest, RequestDetails, RequestTimeline, requestsCss } from '#requests/web/index.ts'
import { EmployeeField } from './employee-field.tsx'
import css from './request-panel.module.css'

type RequestPanelProps = OpenRequest & {
  me: string
  /** The label of the assigned employee. */
  assignee: string | undefined
  /** The URL of the list without the panel. */
  closed: string
  refusal: string | undefined
}

/** One request next to the list; on a phone it replaces the list. It is part of the URL, so going back closes it. */
export function RequestPanel({ request, conversation, timeline, me, assignee, closed, refusal }: RequestPanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <Card className={requestsCss['panel']} aria-labelledby="request-title">
      <div className={requestsCss['panelHead']}>
        <h2 id="request-title" ref={title} tabIndex={-1}>
          {request.title}
        </h2>
        <LinkButton to={closed} kind="quiet" square aria-label="Close" preventScrollReset>
          <IconX size={20} aria-hidden="true" />
        </LinkButton>
      </div>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <RequestDetails request={request} isStaff />
      {request.status === 'cancelled' ? (
        <Notice>The client canceled this request. It can no longer be assigned or decided.</Notice>
      ) : (
        <Decisions request={request} assignee={assignee} />
      )}
      <RequestTimeline key={request.id} request_id={request.id} start={timeline} />
      <Conversation request_id={request.id} me={me} start={conversation} unread={request.unread} />
    </Card>
  )
}

const ACTIONS = { accepted: 'Accept', in_progress: 'In progress', completed: 'Complete', rejected: 'Reject' } as const

type Answer = { fields?: Record<string, string> }

function Decisions({ request, assignee }: { request: CustomRequest; assignee: string | undefined }) {
  const assigning = useFetcher<Answer>()
  const deciding = useFetcher<Answer>()
  const isBusy = (intent: string) => assigning.state !== 'idle' && assigning.formData?.get('intent') === intent
  const refusal = Object.values(deciding.data?.fields ?? {})[0]
  return (
    <>
      <assigning.Form method="post" className={css['decide']}>
        <input type="hidden" name="id" value={request.id} />
        <EmployeeField
          key={request.assigned_employee_id}
          label="Assigned to"
          name="employee"
          activeOnly
          defaultValue={assignee}
          error={assigning.data?.fields && Object.values(assigning.data.fields)[0]}
        />
        <Button type="submit" name="intent" value="assign" busy={isBusy('assign')}>
          Assign
        </Button>
        {request.assigned_employee_id && (
          <Button type="submit" name="intent" value="unassign" kind="quiet" busy={isBusy('unassign')}>
            Unassign
          </Button>
        )}
      </assigning.Form>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <deciding.Form method="post" className={requestsCss['actions']} aria-label="Set the status">
        <input type="hidden" name="id" value={request.id} />
        <input type="hidden" name="intent" value="decide" />
        {ADMIN_STATES.map((status) => (
          <Button
            key={status}
            type="submit"
            small
            name="status"
            value={status}
            kind={status === 'rejected' ? 'danger' : 'plain'}
            disabled={request.status === status}
            busy={deciding.state !== 'idle' && deciding.formData?.get('status') === status}
          >
            {ACTIONS[status]}
          </Button>
        ))}
      </deciding.Form>
    </>
  )
}
