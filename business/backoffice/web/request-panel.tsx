import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { type Option, Select } from '#platform/web/ui/select.tsx'
import type { CustomRequest } from '#requests/contract.ts'
import { ADMIN_STATES } from '#requests/rules.ts'
import { Conversation, type OpenRequest, RequestDetails, RequestTimeline, requestsCss } from '#requests/web/index.ts'
import css from './request-panel.module.css'

type RequestPanelProps = OpenRequest & { me: string; employees: readonly Option[]; closed: string; refusal: string | undefined }

/** One request beside the list; on a phone it stands in the list's place. It is part of the address, so going back closes it. */
export function RequestPanel({ request, conversation, timeline, me, employees, closed, refusal }: RequestPanelProps) {
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
        <Notice>The client cancelled this request. It can no longer be assigned or decided.</Notice>
      ) : (
        <Decisions request={request} employees={employees} />
      )}
      <RequestTimeline items={timeline} />
      <Conversation request_id={request.id} me={me} start={conversation} unread={request.unread} />
    </Card>
  )
}

const DEEDS = { accepted: 'Accept', in_progress: 'In progress', completed: 'Complete', rejected: 'Reject' } as const

type Answer = { fields?: Record<string, string> }

function Decisions({ request, employees }: { request: CustomRequest; employees: readonly Option[] }) {
  const assigning = useFetcher<Answer>()
  const deciding = useFetcher<Answer>()
  const refusal = Object.values(deciding.data?.fields ?? {})[0]
  const assigned = request.assigned_employee_id ?? ''
  const isListed = employees.some(({ value }) => value === assigned)
  const others = assigned && !isListed ? [{ value: assigned, label: request.assigned_employee_name ?? 'Someone else' }] : []
  return (
    <>
      <assigning.Form method="post" className={css['decide']}>
        <input type="hidden" name="id" value={request.id} />
        <Select
          key={assigned}
          label="Assigned to"
          name="assigned_employee_id"
          options={[{ value: '', label: 'Nobody' }, ...others, ...employees]}
          defaultValue={assigned}
          error={assigning.data?.fields && Object.values(assigning.data.fields)[0]}
        />
        <Button type="submit" name="intent" value="assign" busy={assigning.state !== 'idle'}>
          Assign
        </Button>
      </assigning.Form>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <deciding.Form method="post" className={requestsCss['deeds']} aria-label="Set the status">
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
            {DEEDS[status]}
          </Button>
        ))}
      </deciding.Form>
    </>
  )
}
