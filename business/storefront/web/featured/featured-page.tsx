import { Link } from 'react-router'
import { getFeaturedCollection } from '#catalogue/featured.contract.ts'
import { apiContext, publicPageHeaders, requestContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { siteOf } from '#platform/web/site.ts'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { featuredAddress, readPage } from '../../explore.rules.ts'
import { useAcquireDialog } from '../asset/use-acquire-dialog.tsx'
import { AssetGrid } from '../home/asset-grid.tsx'
import type { Route } from './+types/featured-page.ts'
import { featuredMeta } from './featured-meta.ts'
import css from './featured-page.module.css'

/** The number of cards whose pictures load first. */
const ABOVE_FOLD = 2

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? featuredMeta(loaderData) : [{ title: 'Collection' }])

export const headers = publicPageHeaders

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = readPage(new URL(request.url).searchParams)
  const collection = await context.get(apiContext)(getFeaturedCollection, { params: { slug: params.slug }, query: { page } })
  return { collection, user: context.get(requestContext).user, site: siteOf(context) }
}

export default function FeaturedPage({ loaderData: { collection, user } }: Route.ComponentProps) {
  const { slug, title, summary, items, total, page, page_size } = collection
  const { open, dialog } = useAcquireDialog(user)
  const path = `/featured/${slug}`
  return (
    <main className={css['page']}>
      <header className={css['head']}>
        <nav aria-label="Breadcrumbs">
          <Link to="/">Explore Assets</Link>
        </nav>
        <h1 className={css['title']}>{title}</h1>
        <p className={css['summary']}>{summary}</p>
        <p className={css['count']}>
          {showNumber(total)} {total === 1 ? 'asset' : 'assets'}
        </p>
      </header>
      {items.length > 0 ? <AssetGrid assets={items} eager={ABOVE_FOLD} onGet={open} /> : <PastLast of="assets" to={path} />}
      {total > page_size && <Pagination page={page} pages={Math.ceil(total / page_size)} to={(other) => featuredAddress(path, other)} />}
      {dialog}
    </main>
  )
}
