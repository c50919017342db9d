import { Link, redirect } from 'react-router'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { listLicenses } from '../../contract.ts'
import { LibraryTabs } from '../library-tabs.tsx'
import type { Route } from './+types/licenses-page.ts'
import { isNarrowed, licenseFilterIn, licensesAddress } from './license-filter.ts'
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
  const narrowed = isNarrowed(filter)
  return (
    <Page
      title="My Licenses"
      intro="All your licenses, with their certificates. Download them again in any format."
      actions={
        <>
          <LinkButton to="/user/dashboard">Dashboard</LinkButton>
          <LinkButton to="/" kind="main">
            Explore assets
          </LinkButton>
        </>
      }
    >
      <LibraryTabs current="/client/licenses" />
      {(items.length > 0 || narrowed) && <LicenseFilters filter={filter} />}
      {items.length === 0 ? <NoLicenses narrowed={narrowed} /> : <LicenseTable licenses={items} />}
      {pages > 1 && <Pagination label="Pages of licenses" page={page} pages={pages} to={(to) => licensesAddress(filter, to)} />}
    </Page>
  )
}

function NoLicenses({ narrowed }: { narrowed: boolean }) {
  if (narrowed)
    return (
      <EmptyState drawing="search" title="No matching licenses." action={<LinkButton to="/client/licenses">Show all</LinkButton>}>
        Try a different title, status, or license.
      </EmptyState>
    )
  return (
    <EmptyState drawing="image" title="No licenses yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
      The assets you license appear here, ready to download at any time. <Link to="/license-terms">What a license allows</Link>
    </EmptyState>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="My Licenses" title="Failed to load your licenses." />
}
