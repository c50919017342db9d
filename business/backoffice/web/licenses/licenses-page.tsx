import { useState } from 'react'
import { type ListedLicense, listAllLicenses, revokeLicense } from '#licensing/admin.contract.ts'
import { LICENSE_STATES, MESSAGES } from '#licensing/rules.ts'
import { LICENSE_STATE_NAMES } from '#licensing/web/index.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import type { Route } from './+types/licenses-page.ts'
import { addressOf, filterIn, type LicenseFilter } from './license-filter.ts'
import { LicenseTable } from './license-table.tsx'
import css from './licenses-page.module.css'
import { RevokeDialog } from './revoke-dialog.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Licenses' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { filter, page } = filterIn(new URL(request.url).searchParams)
  const { items, total, page_size } = await context.get(apiContext)(listAllLicenses, { query: { ...filter, page } })
  return { items, total, pages: Math.ceil(total / page_size), page, filter }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { id, reason, refund } = await readForm(request, 'id', 'reason', 'refund')
  try {
    await context.get(apiContext)(revokeLicense, { params: { id }, body: { reason, refund: refund === 'yes' } })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, MESSAGES.revoke_failed)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: MESSAGES.revoke_failed })

const STATES = [{ value: '', label: 'Any status' }, ...LICENSE_STATES.map((value) => ({ value, label: LICENSE_STATE_NAMES[value] }))]

export default function LicensesPage({ loaderData: { items, total, pages, page, filter } }: Route.ComponentProps) {
  const [revoked, setRevoked] = useState<ListedLicense>()
  return (
    <Page title="Licenses" intro="Every license that clients hold or held, from purchases, plans, and free assets.">
      <Filters filter={filter} />
      {items.length === 0 && total > 0 ? (
        <PastLast of="licenses" to={addressOf(filter)} />
      ) : items.length === 0 ? (
        <EmptyState
          drawing="image"
          title="No licenses found."
          action={
            Object.values(filter).some(Boolean) ? (
              <LinkButton to="/admin/licenses">Show all licenses</LinkButton>
            ) : (
              <LinkButton to="/">Open the shop</LinkButton>
            )
          }
        >
          {Object.values(filter).some(Boolean)
            ? 'Try other words or fewer filters.'
            : 'A license appears here as soon as a client gets one.'}
        </EmptyState>
      ) : (
        <LicenseTable licenses={items} onRevoke={setRevoked} />
      )}
      {total > 0 && (
        <Pagination
          label="Pages of licenses"
          page={page}
          pages={pages}
          to={(to) => addressOf(filter, to)}
          note={` • ${showNumber(total)} total`}
        />
      )}
      <RevokeDialog license={revoked} onClose={() => setRevoked(undefined)} />
    </Page>
  )
}

function Filters({ filter }: { filter: LicenseFilter }) {
  const { q, status, asset_id } = filter
  return (
    <FilterForm
      className={css['filters']}
      value={q}
      placeholder="Asset, licensee, or certificate number"
      kept={{ asset_id }}
      clear={Object.values(filter).some(Boolean) && '/admin/licenses'}
    >
      {({ chosen }) => <Select label="Status" name="status" options={STATES} defaultValue={status ?? ''} onChange={chosen} />}
    </FilterForm>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Licenses" title="Failed to load licenses." />
}
