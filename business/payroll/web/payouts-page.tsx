import { Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { isPending } from '#platform/contract/pending.ts'
import { failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { callServerAction, sessionOver } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { openBalances, recordPayout, reversePayout, viewPayouts } from '../payouts.contract.ts'
import { isReversible, PAYOUT_TEXTS } from '../rules.ts'
import type { Route } from './+types/payouts-page.ts'
import { BalanceTable } from './balance-table.tsx'
import { EmployeeChoice } from './employee-choice.tsx'
import { PayoutForm } from './payout-form.tsx'
import { balanceFilterIn, pageOfBalances, payoutFilterIn, payoutsAddress } from './payout-lists.ts'
import { PayoutSortForm } from './payout-sort.tsx'
import { PayoutTable } from './payout-table.tsx'
import css from './payouts-page.module.css'
import { ReverseForm, reverseAddress } from './reverse-form.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Record Employee Payout' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const api = context.get(apiContext)
  const { items: balances } = await api(openBalances, {})
  const chosen = balances.find(({ employee_id }) => employee_id === params.get('employee'))
  const key = crypto.randomUUID()
  if (!chosen) {
    const filter = balanceFilterIn(params)
    return { balances, key, artists: { filter, list: pageOfBalances(balances, filter) } }
  }
  const { sort, page } = payoutFilterIn(params)
  const list = await api(viewPayouts, { query: { employee_id: chosen.employee_id, sort, page } })
  const reversed = list.items.find((one) => one.id === params.get('reverse') && isReversible(one))
  const paid = list.items.find(({ id }) => id === params.get('paid'))
  return { balances, key, chosen, history: { sort, list }, paid, reversed, waits: params.has('waits') }
}

/** The specified error for a token that the server no longer accepts. */
const OLD_SIGNATURE = 'Signature verification failed'

export async function action({ request, context }: Route.ActionArgs) {
  const { intent, key, id, reason, ...body } = await readForm(
    request,
    'intent',
    'key',
    'id',
    'reason',
    'employee_id',
    'amount',
    'payment_method',
    'reference_number',
    'notes'
  )
  try {
    if (intent === 'reverse') {
      const reversal = await context.get(apiContext)(reversePayout, { params: { id }, body: { reason } }, { idempotency_key: key })
      return redirect(`/admin/employee-payouts?${new URLSearchParams({ employee: reversal.employee_id, paid: reversal.id })}`)
    }
    const made = await context.get(apiContext)(recordPayout, { body }, { idempotency_key: key })
    const done: Record<string, string> = isPending(made) ? { waits: made.approval_id } : { paid: made.id }
    return redirect(`/admin/employee-payouts?${new URLSearchParams({ employee: body.employee_id, ...done })}`)
  } catch (error) {
    const isOver = error instanceof ApiError && error.body.error === OLD_SIGNATURE
    return isOver ? sessionOver() : failed(error, intent === 'reverse' ? PAYOUT_TEXTS.reverse_failed : PAYOUT_TEXTS.failed)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  callServerAction(sent, { failed: PAYOUT_TEXTS.failed, over: PAYOUT_TEXTS.session_over })

/**
 * Reloads after a refusal too: the balance may have changed, and the next attempt is a new payout. Without a response it does not reload:
 * the payout may be recorded, and the next attempt repeats it under the same key.
 */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => !actionResult?.unanswered

export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { balances, chosen, paid, key, history, artists, reversed, waits } = loaderData
  const fields: Record<string, string> = actionData?.fields ?? {}
  return (
    <Page
      title="Record Employee Payout"
      intro="Record a payment to an artist, up to their balance. The artist is notified by email."
      actions={<LinkButton to="/admin/dashboard">Dashboard</LinkButton>}
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {paid && !actionData && (
        <Notice tone="good">
          {paid.reverses === null
            ? `${showDollars(paid.amount_cents)} to ${chosen?.employee_name} is recorded.`
            : `${showDollars(-paid.amount_cents)} to ${chosen?.employee_name} is reversed.`}
        </Notice>
      )}
      {waits && !actionData && (
        <Notice title="This payout waits for a second admin.">
          Nothing is paid until another admin approves it. <Link to="/admin/approvals">Approvals</Link>
        </Notice>
      )}
      {reversed && (
        <ReverseForm
          payout={reversed}
          paymentKey={key}
          fields={fields}
          list={payoutsAddress(reversed.employee_id, history.sort, history.list.page)}
        />
      )}
      <div className={css['desk']}>
        <div className={css['column']}>
          <EmployeeChoice balances={balances} chosen={chosen?.employee_id} />
          {history ? (
            <>
              <div className={css['stats']}>
                <Stat label="Total earned" value={showDollars(chosen.total_earned_cents)} />
                <Stat label="Total paid" value={showDollars(chosen.total_paid_cents)} />
                <Stat
                  label="Balance"
                  value={showDollars(chosen.balance_cents)}
                  note={chosen.oldest_unpaid_at && `Oldest unpaid wage: ${showDay(chosen.oldest_unpaid_at)}`}
                />
              </div>
              <div className={css['head']}>
                <h2>Payout history</h2>
                {history.list.total > 1 && <PayoutSortForm employee={chosen.employee_id} sort={history.sort} />}
              </div>
              <PayoutTable
                list={history.list}
                reverseTo={reverseAddress}
                to={(page) => payoutsAddress(chosen.employee_id, history.sort, page)}
              />
            </>
          ) : (
            <>
              <h2>Open balances</h2>
              <BalanceTable {...artists} />
            </>
          )}
        </div>
        <Card id="payout" className={css['form']}>
          <h2>{chosen ? `Pay ${chosen.employee_name}` : 'New payout'}</h2>
          {chosen && chosen.balance_cents <= 0 ? (
            <EmptyState drawing="rest" title="Nothing is owed." action={<LinkButton to="/admin/review">Review assets</LinkButton>}>
              You can record a payout when there is a balance.
            </EmptyState>
          ) : (
            <PayoutForm key={`${chosen?.employee_id} ${paid?.id}`} employee={chosen} fields={fields} paymentKey={key} />
          )}
        </Card>
      </div>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Record Employee Payout" title="The balances could not be loaded." />
}
