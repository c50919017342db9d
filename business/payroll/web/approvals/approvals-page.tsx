import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { addressWith, choiceIn, pageIn } from '#platform/web/list-address.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { approve, listApprovals, refuseApproval } from '../../approvals.contract.ts'
import { APPROVAL_DAYS, APPROVAL_STATES, APPROVAL_TEXTS, type ApprovalState } from '../../approvals.rules.ts'
import type { Route } from './+types/approvals-page.ts'
import { ApprovalCard } from './approval-card.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Approvals' }]

const TABS: Record<ApprovalState, string> = { pending: 'Waiting', approved: 'Approved', refused: 'Refused', expired: 'Expired' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const status = choiceIn(params, 'status', APPROVAL_STATES) ?? 'pending'
  const list = await context.get(apiContext)(listApprovals, { query: { status, page: pageIn(params) } })
  return { ...list, pages: Math.ceil(list.total / list.page_size), status, user_id: context.get(requestContext).user?.id }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, id, reason } = await readForm(request, 'intent', 'id', 'reason')
  const api = context.get(apiContext)
  try {
    if (intent === 'refuse') {
      await api(refuseApproval, { params: { id }, body: { reason } })
      return { done: 'It is refused. Nothing changed.' }
    }
    await api(approve, { params: { id } })
    return { done: 'It is approved and done.' }
  } catch (error) {
    return failed(error, APPROVAL_TEXTS.failed)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: APPROVAL_TEXTS.failed })

type Outcome = { done?: string; fields?: Record<string, string> }

export default function ApprovalsPage({ loaderData: { items, total, page, pages, status, user_id }, actionData }: Route.ComponentProps) {
  const { done, fields }: Outcome = actionData ?? {}
  const to = (number: number) => addressWith('/admin/approvals', { status, page: number })
  return (
    <Page
      title="Approvals"
      intro={`Payouts of more than $500, wages, and prices that one admin asked for and another has to approve within ${APPROVAL_DAYS} days.`}
      actions={<LinkButton to="/admin/settings">Settings</LinkButton>}
    >
      {fields && <Notice tone="bad">{Object.values(fields)[0]}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      <LinkTabs
        label="State"
        tabs={APPROVAL_STATES.map((state) => ({
          to: addressWith('/admin/approvals', { status: state }),
          label: TABS[state],
          current: state === status
        }))}
      />
      {items.length === 0 && total > 0 ? (
        <PastLast of="approvals" to={to(1)} />
      ) : items.length === 0 ? (
        <EmptyState drawing="rest" title={status === 'pending' ? 'Nothing waits for a second admin.' : 'There is none.'}>
          What needs two admins appears here while two-person approval is switched on.
        </EmptyState>
      ) : (
        items.map((item) => (
          <ApprovalCard key={item.id} approval={item} isOwn={item.asked_by.id === user_id || item.payee?.id === user_id} />
        ))
      )}
      {total > 0 && <Pagination label="Pages of approvals" page={page} pages={pages} to={to} />}
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Approvals" title="The approvals could not be loaded." />
}
