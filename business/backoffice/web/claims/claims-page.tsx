import { listClaims } from '#claims/desk.contract.ts'
import { CLAIM_STATE_LABELS, CLAIM_STATES, type ClaimState } from '#claims/rules.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import css from '../list-bar.module.css'
import type { Route } from './+types/claims-page.ts'
import { addressOf, type ClaimFilter, filterIn } from './claim-filter.ts'
import { ClaimTable } from './claim-table.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Claims' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { filter, page } = filterIn(new URL(request.url).searchParams)
  const list = await context.get(apiContext)(listClaims, { query: { ...filter, page } })
  return { ...list, pages: Math.ceil(list.total / list.page_size), filter }
}

export default function ClaimsPage({ loaderData: { items, total, page, pages, filter, counts } }: Route.ComponentProps) {
  return (
    <Page title="Claims" intro="Reports about assets. Look at both sides, then uphold, reject, or ask.">
      <div className={css['bar']}>
        <StateTabs filter={filter} counts={counts} />
        <FilterForm className={css['search']} value={filter.q} placeholder="Number, asset, name, or email" kept={{ state: filter.state }} />
      </div>
      {items.length === 0 && (total > 0 ? <PastLast of="claims" to={addressOf(filter)} /> : <NoClaims filter={filter} />)}
      {items.length > 0 && <ClaimTable claims={items} />}
      {total > 0 && (
        <Pagination
          label="Pages of claims"
          page={page}
          pages={pages}
          to={(to) => addressOf(filter, to)}
          note={` • ${showNumber(total)} total`}
        />
      )}
    </Page>
  )
}

type Counts = Partial<Record<ClaimState, number>>

function StateTabs({ filter, counts }: { filter: ClaimFilter; counts: Counts }) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const states = CLAIM_STATES.map((state) => ({ state, label: `${CLAIM_STATE_LABELS[state]} (${showNumber(counts[state] ?? 0)})` }))
  const tabs = [{ state: undefined, label: `All (${showNumber(all)})` }, ...states]
  return (
    <LinkTabs
      label="State"
      tabs={tabs.map(({ state, label }) => ({ to: addressOf({ ...filter, state }), label, current: filter.state === state }))}
    />
  )
}

function NoClaims({ filter: { q, state } }: { filter: ClaimFilter }) {
  if (q || state)
    return (
      <EmptyState drawing="search" title="No claims found." action={<LinkButton to="/admin/claims">Show all claims</LinkButton>}>
        Try another word or another state.
      </EmptyState>
    )
  return (
    <EmptyState drawing="rest" title="No claims." action={<LinkButton to="/report">Open the report page</LinkButton>}>
      When someone reports an asset, the claim appears here.
    </EmptyState>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Claims" title="Failed to load the claims." />
}
