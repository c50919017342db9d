import { Link, useNavigation } from 'react-router'
import { type AssetCard as Asset, listAssets } from '#catalogue/contract.ts'
import { categoryLabel, PAGE_SIZE, PUBLIC_CATEGORIES, SEARCH_MOST, WORDS } from '#catalogue/rules.ts'
import type { Wanted } from '#licensing/rules.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { IconBarcode, IconResize } from '#platform/web/ui/icons.ts'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { type ToolName, toolsFor, type Viewer } from '../rules.ts'
import type { Route } from './+types/home-page.ts'
import { AssetCard } from './asset-card.tsx'
import css from './home-page.module.css'
import { SearchForm } from './search-form.tsx'
import { useAcquire } from './use-acquire.tsx'

type Query = { search: string; category: string; page: number }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { category = '', search = '', page = 1 } = loaderData?.query ?? {}
  const kind = category ? `${categoryLabel(category)} assets` : 'Icons, vectors, backgrounds and illustrations'
  const facts = {
    path: addressOf({ search: '', category, page }),
    title: page > 1 ? `${kind}, page ${page}` : kind,
    description: 'Graphic assets by working artists: free downloads, single licenses and monthly plans.'
  }
  return [...publicMeta(facts, loaderData?.site), ...(search ? [{ name: 'robots', content: 'noindex' }] : [])]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readQuery(new URL(request.url).searchParams)
  const { user } = context.get(requestContext)
  const { body: assets, total } = await context.get(apiContext).withTotal(listAssets, { query: { ...query, page_size: PAGE_SIZE } })
  return { query, assets, total, user, site: siteOf(context) }
}

/** Whatever stands in an address shows something: what means nothing is left out. */
function readQuery(given: URLSearchParams): Query {
  const search = (given.get('search') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_MOST).toWellFormed()
  const category = PUBLIC_CATEGORIES.find((one) => one === given.get('category')) ?? ''
  const page = Math.trunc(Number(given.get('page')))
  return { search, category, page: page >= 1 && page <= 1_000_000 ? page : 1 }
}

function addressOf({ search, category, page }: Query): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (category) query.set('category', category)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/?${query}` : '/'
}

/** So many cards are in sight on a desk before one scrolls. */
const IN_SIGHT = 8

export default function HomePage({ loaderData: { query, assets, total, user } }: Route.ComponentProps) {
  const { open, dialog } = useAcquire(user)
  const isLoading = useNavigation().location?.pathname === '/'
  return (
    <main className={css['page']}>
      <header className={css['head']}>
        <h1 className={css['title']}>Explore Assets</h1>
        <div className={css['search']}>
          <SearchForm search={query.search} category={query.category} />
        </div>
        <Tools viewer={user?.role ?? 'visitor'} />
      </header>
      <div className={css['bar']}>
        <LinkTabs label="Categories" tabs={tabsOf(query)} />
        <p className={css['count']} role="status">
          {isLoading ? WORDS.loading : countOf(total, query)}
        </p>
      </div>
      <div aria-busy={isLoading} className={css['results']}>
        <Grid assets={assets} onGet={open} />
      </div>
      <Pagination page={query.page} pages={Math.ceil(total / PAGE_SIZE)} to={(page) => addressOf({ ...query, page })} />
      {dialog}
    </main>
  )
}

const tabsOf = ({ search, category }: Query) =>
  ['', ...PUBLIC_CATEGORIES].map((one) => ({
    to: addressOf({ search, category: one, page: 1 }),
    label: one === '' ? 'All Categories' : categoryLabel(one),
    current: one === category
  }))

function countOf(total: number, { search }: Query): string {
  const assets = `${showNumber(total)} ${total === 1 ? 'asset' : 'assets'}`
  return search ? `${assets} for “${search}”` : assets
}

function Grid({ assets, onGet }: { assets: Asset[]; onGet: (asset: Asset, wanted: Wanted) => void }) {
  if (assets.length === 0) return <Nothing />
  return (
    <ul className={css['grid']}>
      {assets.map((asset, place) => (
        <AssetCard key={asset.id} asset={asset} eager={place < IN_SIGHT} onGet={onGet} />
      ))}
    </ul>
  )
}

function Nothing() {
  return (
    <EmptyState title={WORDS.empty} action={<LinkButton to="/">Show all assets</LinkButton>}>
      Try fewer or other words, or look in all categories.
    </EmptyState>
  )
}

const TOOLS: Record<ToolName, { Icon: typeof IconBarcode; name: string; what: string }> = {
  qr: { Icon: IconBarcode, name: 'Barcode generator', what: 'QR codes and labels' },
  compress: { Icon: IconResize, name: 'Image compressor', what: 'Smaller PNG and WebP' }
}

function Tools({ viewer }: { viewer: Viewer }) {
  return (
    <ul className={css['tools']}>
      {toolsFor(viewer).map(({ name, to }) => {
        const { Icon, name: title, what } = TOOLS[name]
        return (
          <li key={name}>
            <Link to={to} className={css['tool']}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <span>
                <b>{title}</b>
                <span className={css['what']}>{what}</span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
