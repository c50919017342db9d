import { useState } from 'react'
import { MESSAGES as CATALOGUE_WORDS, categoryLabel, DESK_COUNTED_MAX, PAGE_SIZE } from '#catalogue/rules.ts'
import { WithholdDialog } from '#catalogue/web/index.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTools } from '#platform/web/ui/desk-table/desk-table.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { adminAssets, type ReviewedAsset } from '#submissions/review.contract.ts'
import { MESSAGES } from '#submissions/rules.ts'
import { AssetEditDialog } from '#submissions/web/index.ts'
import { useTicks } from '../use-ticks.ts'
import type { Route } from './+types/all-assets-page.ts'
import { restoreFreeOfMany, saveEdit, saveFiles, saveFree, saveFreeOfMany, saveRelease, saveWithhold } from './all-assets-action.ts'
import css from './all-assets-page.module.css'
import { AssetBulkBar } from './asset-bulk-bar.tsx'
import { AssetDeskCard, type DeskDialog } from './asset-desk-card.tsx'
import { type AssetFilter, addressOf, countChosen, filterIn, queryOf } from './asset-filter.ts'
import { AssetFilters } from './asset-filters.tsx'
import { AssetFreeDialog } from './asset-free-dialog.tsx'
import { freeText } from './free-text.ts'
import { NewFilesDialog } from './new-files-dialog.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'All assets' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { filter, page } = filterIn(new URL(request.url).searchParams)
  const query = { ...queryOf(filter), page, page_size: PAGE_SIZE }
  const { body, total } = await context.get(apiContext).withTotal(adminAssets, { query })
  return { assets: body, total, filter, page }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { save } = intentOf(form)
  return save(context, form)
}

const INTENTS = {
  edit: { save: saveEdit, failed: MESSAGES.edit_failed },
  free: { save: saveFree, failed: MESSAGES.free_failed },
  'free-many': { save: saveFreeOfMany, failed: MESSAGES.free_failed },
  'free-back': { save: restoreFreeOfMany, failed: MESSAGES.free_failed },
  withhold: { save: saveWithhold, failed: CATALOGUE_WORDS.withhold_failed },
  release: { save: saveRelease, failed: CATALOGUE_WORDS.release_failed },
  files: { save: saveFiles, failed: MESSAGES.status_failed }
} as const

const isIntent = (text: unknown): text is keyof typeof INTENTS => typeof text === 'string' && Object.hasOwn(INTENTS, text)

function intentOf(form: FormData): (typeof INTENTS)[keyof typeof INTENTS] {
  const intent = form.get('intent')
  return INTENTS[isIntent(intent) ? intent : 'edit']
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: (form) => intentOf(form).failed })

/** With a search, tag or free filter, counting stops at DESK_COUNTED_MAX. */
const showTotal = (total: number, { q, tag, free }: AssetFilter): string =>
  `${showNumber(total)}${total === DESK_COUNTED_MAX && (q || tag || free) ? ' or more' : ''} ${total === 1 ? 'asset' : 'assets'}`

export default function AllAssetsPage({ loaderData: { assets, total, filter, page } }: Route.ComponentProps) {
  const [open, setOpen] = useState<{ dialog: DeskDialog; asset: ReviewedAsset }>()
  const assetFor = (dialog: DeskDialog) => (open?.dialog === dialog ? open.asset : undefined)
  const close = () => setOpen(undefined)
  const count = showTotal(total, filter)
  const { ticked, picked, tick, tickAll, clear } = useTicks(assets, PAGE_SIZE)
  return (
    <Page title="All Assets" intro={<span role="status">{count}</span>}>
      <AssetFilters filter={filter} count={count} />
      <DeskTools csv={{ name: 'assets', rows: csvOf(assets) }} />
      <AssetBulkBar picked={picked} onAll={tickAll} onClear={clear} />
      {assets.length === 0 && (total > 0 ? <PastLast of="assets" to={addressOf(filter)} /> : <NoAssets filter={filter} />)}
      <ul className={css['grid']}>
        {assets.map((asset) => (
          <AssetDeskCard
            {...{ asset, ticked: ticked.has(asset.id), onTick: () => tick(asset.id) }}
            key={asset.id}
            onOpen={(dialog) => setOpen({ dialog, asset })}
          />
        ))}
      </ul>
      {total > PAGE_SIZE && <Pagination page={page} pages={Math.ceil(total / PAGE_SIZE)} to={(to) => addressOf(filter, to)} />}
      <AssetEditDialog asset={assetFor('edit')} onClose={close} />
      <AssetFreeDialog asset={assetFor('free')} onClose={close} />
      <WithholdDialog asset={assetFor('withhold')} onClose={close} />
      <NewFilesDialog asset={assetFor('files')} onClose={close} />
    </Page>
  )
}

const csvOf = (assets: readonly ReviewedAsset[]): string[][] => [
  ['Title', 'Category', 'Artist', 'Status', 'Free', 'Tags', 'Description', 'Address'],
  ...assets.map((asset) => {
    const { id, title, category, employee_name, status, withheld_at, tags, description } = asset
    const state = withheld_at ? 'withheld' : status
    return [title, categoryLabel(category), employee_name, state, freeText(asset), tags.join(', '), description, `/assets/${id}`]
  })
]

function NoAssets({ filter }: { filter: AssetFilter }) {
  const isNarrowed = filter.q !== '' || countChosen(filter) > 0
  return (
    <EmptyState
      drawing={isNarrowed ? 'search' : 'image'}
      title={CATALOGUE_WORDS.empty}
      action={
        isNarrowed ? <LinkButton to="/all-assets">Clear all</LinkButton> : <LinkButton to="/admin/manage-users">Manage users</LinkButton>
      }
    >
      {isNarrowed ? 'Try another word or fewer filters.' : 'Assets that artists upload appear here.'}
    </EmptyState>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="All Assets" title="Failed to load assets." />
}
