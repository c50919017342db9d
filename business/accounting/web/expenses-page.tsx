import { type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { errorFields } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { textFields } from '#platform/web/form.ts'
import { addressWith, pageIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { listExpenses } from '../contract.ts'
import { EXPENSE_TEXTS } from '../rules.ts'
import type { Route } from './+types/expenses-page.ts'
import { CsvLink } from './csv-link.tsx'
import { runAction } from './expense-actions.ts'
import { ExpenseForm } from './expense-form.tsx'
import { ExpenseTable } from './expense-table.tsx'
import css from './expenses-page.module.css'
import { RangeForm, rangeQuery } from './range-form.tsx'
import { ReverseForm } from './reverse-form.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Expenses' }]

const PAGE_SIZE = 20

/** For an invalid range, shows the error and the current month. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const params = new URL(request.url).searchParams
  const query = { start: params.get('start') ?? '', end: params.get('end') ?? '', page: pageIn(params), page_size: PAGE_SIZE }
  const found = await api(listExpenses, { query }).catch((error: unknown) => {
    if (error instanceof Response) throw error
    return { error: Object.values(errorFields(error))[0] }
  })
  const list = 'items' in found ? found : await api(listExpenses, { query: { page_size: PAGE_SIZE } })
  const reversed = list.items.find(({ id, reverses, taken_back_at }) => id === params.get('reverse') && !reverses && !taken_back_at)
  const error = 'items' in found ? undefined : found.error
  return { list, error, reversed, saved: params.get('saved'), key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, context }: Route.ActionArgs) {
  return runAction(context.get(apiContext), textFields(await request.formData()), new URL(request.url))
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: EXPENSE_TEXTS.failed })

/** Loads a new idempotency key after every answer, including a refusal. Without an answer the expense may be booked, so the key stays. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => !actionResult?.unanswered

export default function ExpensesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, error, reversed, saved, key, now } = loaderData
  const { start, end } = list
  const back = `/admin/expenses${rangeQuery(start, end)}`
  const failure = actionData?.fields['form']
  return (
    <Page title="Expenses" actions={<LinkButton to={`/admin/reports${rangeQuery(start, end)}`}>Financial Report</LinkButton>}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {saved && !actionData && <Notice tone="good">Saved.</Notice>}
      <div className={css['desk']}>
        <Card id="entry" className={css['form']}>
          <h2>{reversed ? 'Reverse an expense' : 'New expense'}</h2>
          {reversed ? (
            <ReverseForm key={reversed.id} expense={reversed} outcome={actionData} back={back} />
          ) : (
            <ExpenseForm key={saved} outcome={actionData} idempotencyKey={key} now={now} />
          )}
        </Card>
        <ExpenseList list={list} error={error} />
      </div>
    </Page>
  )
}

type ListProps = Pick<Route.ComponentProps['loaderData'], 'list' | 'error'>

function ExpenseList({ list: { items, total, sum_cents, start, end, page }, error }: ListProps) {
  const busy = useNavigation().state === 'loading'
  const range = rangeQuery(start, end)
  return (
    <section className={css['column']} aria-label="Expenses in range">
      <RangeForm start={start} end={end}>
        <Button type="submit" busy={busy}>
          Apply
        </Button>
      </RangeForm>
      {error && !busy && <Notice tone="bad">{error}</Notice>}
      <div className={css['sum']}>
        <p>
          <strong>{showDollars(sum_cents)}</strong> in {total === 1 ? '1 entry' : `${showNumber(total)} entries`}
        </p>
        <CsvLink file="expenses" start={start} end={end} />
      </div>
      <ExpenseTable
        empty={total > 0 && <PastLast of="expenses" to={addressWith('/admin/expenses', { start, end })} />}
        expenses={items}
        reversalPath={({ id }) => `/admin/expenses${range}&${new URLSearchParams({ page: String(page), reverse: id })}#entry`}
      />
      {total > PAGE_SIZE && (
        <Pagination page={page} pages={Math.ceil(total / PAGE_SIZE)} to={(to) => `/admin/expenses${range}&page=${to}`} />
      )}
    </section>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Expenses" title="The expenses could not be loaded." />
}
