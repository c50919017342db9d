import { Link, redirect } from 'react-router'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { listLicenses } from '../contract.ts'
import type { Route } from './+types/licenses-page.ts'
import { LicenseTable } from './license-table.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'My Licenses' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = Math.max(1, Math.floor(Number(new URL(request.url).searchParams.get('page')) || 1))
  const list = await context.get(apiContext)(listLicenses, { query: { page } })
  const pages = Math.max(1, Math.ceil(list.total / list.page_size))
  if (page > pages) throw redirect(`/client/licenses?page=${pages}`)
  return { ...list, pages }
}

export default function LicensesPage({ loaderData: { items, page, pages } }: Route.ComponentProps) {
  return (
    <Page
      title="My Licenses"
      intro="Everything you hold, to download again in any format."
      actions={
        <>
          <LinkButton to="/user/dashboard">Dashboard</LinkButton>
          <LinkButton to="/" kind="main">
            Explore assets
          </LinkButton>
        </>
      }
    >
      {items.length === 0 ? <NoLicenses /> : <LicenseTable licenses={items} />}
      {pages > 1 && <Pagination label="Pages of licenses" page={page} pages={pages} to={(to) => `/client/licenses?page=${to}`} />}
    </Page>
  )
}

function NoLicenses() {
  return (
    <EmptyState title="No licenses yet." action={<LinkButton to="/">Explore assets</LinkButton>}>
      What you license stays here, to download whenever you need it. <Link to="/license-terms">What a license allows</Link>
    </EmptyState>
  )
}
