import { Form, Link } from 'react-router'
import { ASSET_STATUSES, CATEGORIES, categoryLabel, PAGE_SIZE, SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import { adminAssets, type ReviewedAsset } from '#submissions/contract.ts'
import { toneOf } from '#submissions/rules.ts'
import { Picture } from '#submissions/web/index.ts'
import type { Route } from './+types/all-assets-page.ts'
import css from './all-assets-page.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'All assets' }]

const known = <Value extends string>(value: string | null, values: readonly Value[]): Value | undefined =>
  values.find((one) => one === value)

const FREE = ['free-now', 'free-scheduled', 'not-free'] as const
const SORTS = ['newest', 'oldest', 'title'] as const
const TAGS_SHOWN = 5
const DESCRIPTION_SHOWN = 110

/** An address with a filter that does not exist shows the list without it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const filter = {
    q: (params.get('q') ?? '').slice(0, 200),
    tag: (params.get('tag') ?? '').slice(0, 50),
    category: known(params.get('category'), CATEGORIES),
    free: known(params.get('free'), FREE),
    status: known(params.get('status'), ASSET_STATUSES),
    sort: known(params.get('sort'), SORTS) ?? 'newest'
  }
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1)
  const { body, total } = await context.get(apiContext).withTotal(adminAssets, { query: { ...filter, page, page_size: PAGE_SIZE } })
  return { assets: body, total, filter, page }
}

const all = (label: string, values: readonly string[], show = categoryLabel) => [
  { value: '', label },
  ...values.map((value) => ({ value, label: show(value) }))
]
const FREE_LABELS: Record<string, string> = { 'free-now': 'Free now', 'free-scheduled': 'Free scheduled', 'not-free': 'Not free' }

const CATEGORY_OPTIONS = all('All categories', CATEGORIES)
const FREE_OPTIONS = all('Free or not', FREE, (value) => FREE_LABELS[value] ?? value)
const STATUS_OPTIONS = all('Any status', ASSET_STATUSES)
const SORT_OPTIONS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'title', label: 'Title' }
]

export default function AllAssetsPage({ loaderData: { assets, total, filter, page } }: Route.ComponentProps) {
  const given = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return (
    <Page title="All Assets" intro={`${showNumber(total)} assets`}>
      <Filters filter={filter} />
      {assets.length === 0 && <EmptyState title="No assets found.">Try another word, or fewer filters.</EmptyState>}
      <ul className={css['grid']}>
        {assets.map((asset) => (
          <AssetCard key={asset.id} asset={asset} />
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <Pagination
          page={page}
          pages={Math.ceil(total / PAGE_SIZE)}
          to={(to) => `?${new URLSearchParams([...given, ['page', String(to)]])}`}
        />
      )}
    </Page>
  )
}

type Filter = Route.ComponentProps['loaderData']['filter']

/** Without JavaScript the button sends it; with it, each choice and each pause in typing does. */
function Filters({ filter }: { filter: Filter }) {
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
  const choose = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => now(currentTarget.form)
  return (
    <Form
      role="search"
      className={css['filters']}
      onSubmit={(event) => {
        event.preventDefault()
        now(event.currentTarget)
      }}
    >
      <TextField
        label="Search"
        name="q"
        type="search"
        defaultValue={filter.q}
        leading={<IconSearch size={18} aria-hidden="true" />}
        onChange={({ currentTarget }) => later(currentTarget.form)}
      />
      <Select label="Category" name="category" options={CATEGORY_OPTIONS} defaultValue={filter.category ?? ''} onChange={choose} />
      <Select label="Free" name="free" options={FREE_OPTIONS} defaultValue={filter.free ?? ''} onChange={choose} />
      <Select label="Status" name="status" options={STATUS_OPTIONS} defaultValue={filter.status ?? ''} onChange={choose} />
      <TextField label="Tag" name="tag" defaultValue={filter.tag} onChange={({ currentTarget }) => later(currentTarget.form)} />
      <Select label="Sort" name="sort" options={SORT_OPTIONS} defaultValue={filter.sort} onChange={choose} />
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  )
}

function AssetCard({ asset }: { asset: ReviewedAsset }) {
  const shown = asset.files.find(({ preview_urls }) => preview_urls)
  return (
    <li className={css['card']}>
      <Picture urls={shown?.preview_urls} alt={asset.title} sizes="(min-width: 960px) 300px, (min-width: 720px) 45vw, 92vw" />
      <div className={css['body']}>
        <h2 className={css['title']}>
          {asset.status === 'approved' ? <Link to={`/assets/${asset.id}`}>{asset.title}</Link> : asset.title}
        </h2>
        <div className={css['row']}>
          <span>{categoryLabel(asset.category)}</span>
          <Badge tone={toneOf(asset.status)}>{asset.status}</Badge>
        </div>
        <div>{asset.employee_name}</div>
        {asset.description && <p>{shorten(asset.description)}</p>}
        {asset.tags.length > 0 && <div>{shownTags(asset.tags)}</div>}
      </div>
    </li>
  )
}

const shorten = (text: string) => (text.length > DESCRIPTION_SHOWN ? `${text.slice(0, DESCRIPTION_SHOWN).trimEnd()}…` : text)

const shownTags = (tags: readonly string[]) =>
  tags.slice(0, TAGS_SHOWN).join(', ') + (tags.length > TAGS_SHOWN ? ` +${tags.length - TAGS_SHOWN}` : '')

export function ErrorBoundary() {
  return <LoadFailed page="All Assets" title="Failed to load assets." />
}
