import { Link, useNavigation } from 'react-router'
import { listAssets } from '#catalogue/contract.ts'
import { listHighlights } from '#catalogue/featured.contract.ts'
import { categoryLabel, MESSAGES, PAGE_SIZE, PUBLIC_CATEGORIES } from '#catalogue/rules.ts'
import { apiContext, publicPageHeaders, requestContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { siteOf } from '#platform/web/site.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { IconBarcode, IconResize } from '#platform/web/ui/icons.ts'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { addressWith, isWholeCatalogue, type Query, readQuery } from '../../explore.rules.ts'
import { type ToolName, toolsFor, type Viewer } from '../../rules.ts'
import { useAcquireDialog } from '../asset/use-acquire-dialog.tsx'
import type { Route } from './+types/home-page.ts'
import { AssetGrid } from './asset-grid.tsx'
import { ChosenFilters, Filters } from './filters.tsx'
import { homeMeta } from './home-meta.ts'
import css from './home-page.module.css'
import { findOthers } from './no-results/find-others.ts'
import { NoResults } from './no-results/no-results.tsx'
import { useHomePictureSearch } from './picture-search/use-home-picture-search.tsx'
import { HighlightRows } from './rows/highlight-rows.tsx'
import { SearchForm } from './search-form.tsx'
import { useRememberedOrigin } from './use-remembered-origin.ts'

/** The number of cards whose pictures load first: what a phone shows before scrolling. More would delay the first one on a slow network. */
const ABOVE_FOLD = 2
/** Below the rows of highlights, a phone shows the edge of the first card alone. */
const ABOVE_FOLD_BELOW_ROWS = 1

export const meta: Route.MetaFunction = ({ loaderData }) => homeMeta(loaderData?.query, loaderData?.site)

export const headers = publicPageHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readQuery(new URL(request.url).searchParams)
  const { user } = context.get(requestContext)
  const api = context.get(apiContext)
  const [{ body: assets, total }, highlights] = await Promise.all([
    api.withTotal(listAssets, { query: { ...query, page_size: PAGE_SIZE } }),
    isWholeCatalogue(query) ? api(listHighlights, {}) : undefined
  ])
  const others = total === 0 ? await findOthers(api, query) : undefined
  return { query, assets, total, others, highlights, user, site: siteOf(context) }
}

export default function HomePage({ loaderData: { query, assets, total, others, highlights, user } }: Route.ComponentProps) {
  const { open, dialog } = useAcquireDialog(user)
  const picture = useHomePictureSearch(addressWith(query, { page: query.page }), open)
  const isLoading = useNavigation().location?.pathname === '/'
  useRememberedOrigin(query.origin, user !== null)
  return (
    <main className={classNames(css['page'], picture.isOver && css['over'])}>
      <header className={css['head']}>
        <h1 className={css['title']}>Explore Assets</h1>
        <div className={css['search']}>
          <SearchForm query={query} picture={picture.opener} />
        </div>
        <Tools viewer={user?.role ?? 'visitor'} />
      </header>
      {picture.panel ?? (
        <>
          {highlights && <HighlightRows highlights={highlights} />}
          <div className={css['bar']}>
            <LinkTabs label="Categories" tabs={tabsOf(query)} />
            <Filters query={query} total={total} />
            <p className={css['count']} role="status">
              {isLoading ? MESSAGES.loading : countOf(total, query)}
            </p>
            <ChosenFilters query={query} />
          </div>
          <div aria-busy={isLoading} className={css['results']}>
            {assets.length > 0 ? (
              <AssetGrid assets={assets} eager={highlights ? ABOVE_FOLD_BELOW_ROWS : ABOVE_FOLD} onGet={open} />
            ) : (
              <NoResults query={query} others={others} viewer={user?.role ?? 'visitor'} />
            )}
          </div>
          <Pagination page={query.page} pages={Math.ceil(total / PAGE_SIZE)} to={(page) => addressWith(query, { page })} />
        </>
      )}
      {dialog}
    </main>
  )
}

const tabsOf = (query: Query) =>
  (['', ...PUBLIC_CATEGORIES] as const).map((category) => ({
    to: addressWith(query, { category }),
    label: category === '' ? 'All Categories' : categoryLabel(category),
    current: category === query.category
  }))

function countOf(total: number, { search }: Query): string {
  const assets = `${showNumber(total)} ${total === 1 ? 'asset' : 'assets'}`
  return search ? `${assets} for “${search}”` : assets
}

const TOOLS: Record<ToolName, { Icon: typeof IconBarcode; name: string; hint: string }> = {
  qr: { Icon: IconBarcode, name: 'Barcode generator', hint: 'QR codes and labels' },
  compress: { Icon: IconResize, name: 'Image compressor', hint: 'Smaller PNG and WebP' }
}

function Tools({ viewer }: { viewer: Viewer }) {
  return (
    <ul className={css['tools']}>
      {toolsFor(viewer).map(({ name, to }) => {
        const { Icon, name: title, hint } = TOOLS[name]
        return (
          <li key={name}>
            <Link to={to} className={css['tool']}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <span>
                <b>{title}</b>
                <span className={css['hint']}>{hint}</span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
