import { Link, redirect } from 'react-router'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { listLicenses } from '../contract.ts'
import type { Route } from './+types/licenses-page.ts'
import { type LicenseFilter, licenseFilterIn, licensesAddress } from './license-filter.ts'
import { LicenseFilters } from './license-filters.tsx'
import { LicenseTable } from './license-table.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'My Licenses' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { filter, page } = licenseFilterIn(new URL(request.url).searchParams)
  const list = await context.get(apiContext)(listLicenses, { query: { ...filter, page } })
  const pages = Math.max(1, Math.ceil(list.total / list.page_size))
  if (page > pages) throw redirect(licensesAddress(filter, pages))
  return { ...list, pages, filter }
}

export default function LicensesPage({ loaderData: { items, page, pages, filter } }: Route.ComponentProps) {
  const isNarrowed = filter.status !== undefined || filter.license_type !== undefined
  return (
    <Page
      title="My Licenses"
      intro="Everything you hold, to download again in any format, with a certificate for each."
      actions={
        <>
          <LinkButton to="/user/dashboard">Dashboard</LinkButton>
          <LinkButton to="/" kind="main">
            Explore assets
          </LinkButton>
        </>
      }
    >
      {(items.length > 0 || isNarrowed) && <LicenseFilters key={licensesAddress(filter)} filter={filter} />}
      {items.length === 0 ? <NoLicenses filter={filter} /> : <LicenseTable licenses={items} />}
      {pages > 1 && <Pagination label="Pages of licenses" page={page} pages={pages} to={(to) => licensesAddress(filter, to)} />}
    </Page>
  )
}

function NoLicenses({ filter: { status, license_type } }: { filter: LicenseFilter }) {
  if (status || license_type)
    return (
      <EmptyState title="No licenses like that." action={<LinkButton to="/client/licenses">Show all</LinkButton>}>
        Try another status, or any license.
      </EmptyState>
    )
  return (
    <EmptyState title="No licenses yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
      What you license stays here, to download whenever you need it. <Link to="/license-terms">What a license allows</Link>
    </EmptyState>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="My Licenses" title="Failed to load your licenses." />
}
