import { type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { errorFields } from '#platform/web/action.ts'
import { answered } from '#platform/web/client-action.ts'
import { addressWith, pageIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDollars, showNumber } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { PastLast } from '#platform/web/ui/past-last.tsx'
import { listExpenses } from '../contract.ts'
import { EXPENSE_WORDS } from '../rules.ts'
import type { Route } from './+types/expenses-page.ts'
import { CsvLink } from './csv-link.tsx'
import { doDeed } from './expense-deeds.ts'
import { ExpenseForm } from './expense-form.tsx'
import { ExpenseTable } from './expense-table.tsx'
import css from './expenses-page.module.css'
import { RangeForm, rangeQuery } from './range-form.tsx'
import { TakeBackForm } from './take-back-form.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Expenses' }]

const PAGE_SIZE = 20

/** A range that makes no sense is said, and the current month stands in its place. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const params = new URL(request.url).searchParams
  const query = { start: params.get('start') ?? '', end: params.get('end') ?? '', page: pageIn(params), page_size: PAGE_SIZE }
  const asked = await api(listExpenses, { query }).catch((error: unknown) => {
    if (error instanceof Response) throw error
    return { error: Object.values(errorFields(error))[0] }
  })
  const list = 'items' in asked ? asked : await api(listExpenses, { query: { page_size: PAGE_SIZE } })
  const wrong = list.items.find(({ id, reverses, taken_back_at }) => id === params.get('take-back') && !reverses && !taken_back_at)
  const error = 'items' in asked ? undefined : asked.error
  return { list, error, wrong, saved: params.get('saved'), key: crypto.randomUUID(), now: new Date().toISOString() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = Object.fromEntries(await request.formData()) as Record<string, string>
  return doDeed(context.get(apiContext), typed, new URL(request.url))
}

export const clientAction = (sent: Route.ClientActionArgs) => answered(sent, { failed: EXPENSE_WORDS.failed })

/** After a refusal, too: the next try is an expense of its own. Not where no answer came: it may be booked, and the next try is the same one, under the same key. */
export const shouldRevalidate = ({ actionResult }: ShouldRevalidateFunctionArgs) => !actionResult?.unanswered

export default function ExpensesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, error, wrong, saved, key, now } = loaderData
  const { start, end } = list
  const back = `/admin/expenses${rangeQuery(start, end)}`
  const failure = actionData?.fields['form']
  return (
    <Page title="Expenses" actions={<LinkButton to={`/admin/reports${rangeQuery(start, end)}`}>Financial Report</LinkButton>}>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {saved && !actionData && <Notice tone="good">Saved.</Notice>}
      <div className={css['desk']}>
        <Card id="entry" className={css['form']}>
          <h2>{wrong ? 'Take back an expense' : 'New expense'}</h2>
          {wrong ? (
            <TakeBackForm key={wrong.id} expense={wrong} outcome={actionData} back={back} />
          ) : (
            <ExpenseForm key={saved} outcome={actionData} once={key} now={now} />
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
    <section className={css['column']} aria-label="Expenses of a range">
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
        takeBack={({ id }) => `/admin/expenses${range}&${new URLSearchParams({ page: String(page), 'take-back': id })}#entry`}
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
