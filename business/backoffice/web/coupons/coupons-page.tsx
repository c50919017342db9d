import { Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { type Coupon, createCoupon, listCoupons } from '#coupons/admin.contract.ts'
import { APPLIES_NAMES, COUPON_STATES, type CouponState, describeTerms, STATE_NAMES } from '#coupons/rules.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { WithGrant } from '#platform/web/grants.tsx'
import { addressWith, pageIn, searchIn } from '#platform/web/list-address.ts'
import { apiContext } from '#platform/web/page.ts'
import { showDay, showDollars, showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import type { Tone } from '#platform/web/ui/feedback/notice.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { type Column, Table } from '#platform/web/ui/table.tsx'
import type { Route } from './+types/coupons-page.ts'
import { CouponForm } from './coupon-form.tsx'
import { bodyOf, NO_TERMS, TERM_FIELDS } from './coupon-terms.ts'
import css from './coupons-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Coupons' }]

export const STATE_TONES: Record<CouponState, Tone> = { active: 'good', scheduled: 'info', paused: 'warn', ended: 'bad' }

type Filter = { q: string; status: CouponState | undefined }

const addressOf = ({ q, status }: Filter, page = 1): string => addressWith('/admin/coupons', { q, status, page })

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const filter = { q: searchIn(params), status: COUPON_STATES.find((state) => state === params.get('status')) }
  const list = await context.get(apiContext)(listCoupons, { query: { ...filter, page: pageIn(params) } })
  return { ...list, pages: Math.ceil(list.total / list.page_size), filter }
}

const FAILED = 'The coupon could not be saved. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await readForm(request, ...TERM_FIELDS)
  try {
    const { id } = await context.get(apiContext)(createCoupon, { body: bodyOf(typed) })
    return redirect(`/admin/coupons/${id}?done=made`)
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

const COLUMNS: readonly Column<Coupon>[] = [
  { head: 'Code', kind: 'title', cell: ({ id, code }) => <Link to={`/admin/coupons/${id}`}>{code}</Link> },
  { head: 'Discount', cell: (coupon) => describeTerms(coupon) },
  { head: 'For', cell: ({ applies_to }) => APPLIES_NAMES[applies_to] },
  { head: 'Status', cell: ({ status }) => <Badge tone={STATE_TONES[status]}>{STATE_NAMES[status]}</Badge> },
  { head: 'Ends', kind: 'date', cell: ({ ends_at }) => (ends_at ? showDay(ends_at) : '–') },
  { head: 'Uses', kind: 'number', cell: (coupon) => usesOf(coupon) },
  { head: 'Taken off', kind: 'number', cell: ({ discount_cents }) => showDollars(discount_cents) }
]

const usesOf = ({ uses, max_uses }: Coupon): string =>
  max_uses === null ? showNumber(uses) : `${showNumber(uses)} of ${showNumber(max_uses)}`

export default function CouponsPage({ loaderData: { items, total, page, pages, filter }, actionData }: Route.ComponentProps) {
  const isFiltered = filter.q !== '' || filter.status !== undefined
  return (
    <Page title="Coupons" intro="Codes that make licenses or plans cheaper. Nobody can use a coupon until one is made here.">
      <div className={css['desk']}>
        <Stack>
          <Filters filter={filter} isFiltered={isFiltered} />
          {items.length === 0 ? (
            <EmptyState
              drawing="wallet"
              title="No coupons found."
              action={isFiltered && <LinkButton to="/admin/coupons">Show all coupons</LinkButton>}
            >
              {isFiltered ? 'Try other words or fewer filters.' : 'Make the first one with the form.'}
            </EmptyState>
          ) : (
            <Table caption="Coupons" columns={COLUMNS} rows={items} rowKey={({ id }) => id} />
          )}
          {pages > 1 && (
            <Pagination
              label="Pages of coupons"
              page={page}
              pages={pages}
              to={(to) => addressOf(filter, to)}
              note={` • ${showNumber(total)} total`}
            />
          )}
        </Stack>
        <WithGrant grant="finance">
          <Card className={css['form']} aria-labelledby="new-coupon">
            <h2 id="new-coupon">Make a coupon</h2>
            <CouponForm terms={NO_TERMS} button="Make coupon" fields={actionData?.fields ?? {}} />
          </Card>
        </WithGrant>
      </div>
    </Page>
  )
}

function Filters({ filter, isFiltered }: { filter: Filter; isFiltered: boolean }) {
  return (
    <FilterForm className={css['filters']} label="Search codes" value={filter.q} clear={isFiltered && '/admin/coupons'}>
      {({ chosen }) => (
        <Select
          label="Status"
          name="status"
          options={[{ value: '', label: 'All' }, ...COUPON_STATES.map((value) => ({ value, label: STATE_NAMES[value] }))]}
          defaultValue={filter.status ?? ''}
          onChange={chosen}
        />
      )}
    </FilterForm>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Coupons" title="Failed to load coupons." />
}
