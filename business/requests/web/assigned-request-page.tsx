import { redirect } from 'react-router'
import { refused } from '#platform/web/action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { sendMessage } from '../conversation.contract.ts'
import { listAssignedRequests } from '../desk.contract.ts'
import { requestPath } from '../rules.ts'
import type { Route } from './+types/assigned-request-page.ts'
import css from './assigned-request-page.module.css'
import { Conversation } from './conversation/conversation.tsx'
import { loadRequest } from './load-request.ts'
import { RequestDetails } from './request-details.tsx'
import { RequestTimeline } from './timeline/request-timeline.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.request.title ?? 'Request' }]

export async function loader({ params: { requestId }, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  // Only employees may call this, so other users are redirected before the request is loaded.
  await api(listAssignedRequests, { query: { page_size: 1 } })
  return { ...(await loadRequest(api, requestId)), me: context.get(requestContext).user?.id ?? '' }
}

/** Sends a message without JavaScript. With JavaScript, the conversation component sends messages itself. */
export async function action({ params: { requestId }, request, context }: Route.ActionArgs) {
  const body = (await request.formData()).get('body')
  try {
    await context.get(apiContext)(sendMessage, { params: { id: requestId }, body: { body: typeof body === 'string' ? body : '' } })
  } catch (error) {
    if (error instanceof Response) throw error
    return refused(error)
  }
  return redirect(requestPath('employee', requestId))
}

export default function AssignedRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { request, conversation, timeline, me } = loaderData
  const refusal = actionData && Object.values(actionData.fields)[0]
  return (
    <Page title={request.title} actions={<LinkButton to="/employee/dashboard">Dashboard</LinkButton>}>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <div className={css['columns']}>
        <Card className={css['details']}>
          <RequestDetails request={request} isStaff />
          <RequestTimeline key={request.id} request_id={request.id} start={timeline} />
        </Card>
        <Card className={css['talk']}>
          <Conversation key={request.id} request_id={request.id} me={me} start={conversation} unread={request.unread} />
        </Card>
      </div>
    </Page>
  )
}
