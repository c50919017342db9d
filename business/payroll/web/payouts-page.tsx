import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { answered, sessionOver } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState, Stat } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { openBalances, recordPayout, viewPayouts } from '../payouts.contract.ts'
import { PAYOUT_WORDS } from '../rules.ts'
import type { Route } from './+types/payouts-page.ts'
import { BalanceTable } from './balance-table.tsx'
import { EmployeeChoice } from './employee-choice.tsx'
import { PayoutForm } from './payout-form.tsx'
import { balancesAskedIn, balancesShown, payoutsAddress, payoutsAskedIn } from './payout-lists.ts'
import { PayoutSortForm } from './payout-sort.tsx'
import { PayoutTable } from './payout-table.tsx'
import css from './payouts-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Record Employee Payout' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const api = context.get(apiContext)
  const { items: balances } = await api(openBalances, {})
  const chosen = balances.find(({ employee_id }) => employee_id === params.get('employee'))
  const key = crypto.randomUUID()
  if (!chosen) {
    const filter = balancesAskedIn(params)
    return { balances, key, artists: { filter, list: balancesShown(balances, filter) } }
  }
  const { sort, page } = payoutsAskedIn(params)
  const list = await api(viewPayouts, { query: { employee_id: chosen.employee_id, sort, page } })
  return { balances, key, chosen, history: { sort, list }, paid: list.items.find(({ id }) => id === params.get('paid')) }
}

/** The spec's word for a token that an older server no longer takes. */
const OLD_SIGNATURE = 'Signature verification failed'

export async function action({ request, context }: Route.ActionArgs) {
  const { key = '', ...typed } = Object.fromEntries(await request.formData()) as Record<string, string>
  const { employee_id = '', amount = '', payment_method = '', reference_number = '', notes = '' } = typed
  const body = { employee_id, amount, payment_method, reference_number, notes }
  try {
    const { id } = await context.get(apiContext)(recordPayout, { body }, { idempotency_key: key })
    return redirect(`/admin/employee-payouts?${new URLSearchParams({ employee: employee_id, paid: id })}`)
  } catch (error) {
    const isOver = error instanceof ApiError && error.body.error === OLD_SIGNATURE
    return isOver ? sessionOver() : failed(error, PAYOUT_WORDS.failed)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  answered(sent, { failed: PAYOUT_WORDS.failed, over: PAYOUT_WORDS.session_over })

/**
 * After a refusal, too: the balance may be another by now, and the next try is a payout of its own. Not where no answer came: the payout
 * may be recorded, and the next try is the same one, under the same key.
 */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => !actionResult?.unanswered

export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { balances, chosen, paid, key, history, artists } = loaderData
  const fields: Record<string, string> = actionData?.fields ?? {}
  return (
    <Page
      title="Record Employee Payout"
      intro="Money that was paid to an artist, written down. It is never more than the balance, and the artist is told by mail."
      actions={<LinkButton to="/admin/dashboard">Dashboard</LinkButton>}
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {paid && !actionData && (
        <Notice tone="good">
          {showDollars(paid.amount_cents)} to {chosen?.employee_name} is recorded.
        </Notice>
      )}
      <div className={css['desk']}>
        <div className={css['column']}>
          <EmployeeChoice balances={balances} chosen={chosen?.employee_id} />
          {history ? (
            <>
              <div className={css['stats']}>
                <Stat label="Total earned" value={money(chosen.total_earned)} />
                <Stat label="Total paid" value={money(chosen.total_paid)} />
                <Stat
                  label="Balance"
                  value={showDollars(chosen.balance_cents)}
                  note={chosen.oldest_unpaid_at && `Oldest wage of ${showDay(chosen.oldest_unpaid_at)}`}
                />
              </div>
              <div className={css['head']}>
                <h2>History of payouts</h2>
                {history.list.total > 1 && <PayoutSortForm employee={chosen.employee_id} sort={history.sort} />}
              </div>
              <PayoutTable list={history.list} to={(page) => payoutsAddress(chosen.employee_id, history.sort, page)} />
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
            <EmptyState title="Nothing is owed.">A payout can be recorded once there is a balance.</EmptyState>
          ) : (
            <PayoutForm key={`${chosen?.employee_id} ${paid?.id}`} employee={chosen} fields={fields} once={key} />
          )}
        </Card>
      </div>
    </Page>
  )
}

const money = (dollars: number) => showDollars(Math.round(dollars * 100))

export function ErrorBoundary() {
  return <LoadFailed page="Record Employee Payout" title="The balances could not be loaded." />
}
