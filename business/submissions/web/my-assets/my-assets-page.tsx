import { useState } from 'react'
import { redirect } from 'react-router'
import { ASSET_STATUSES, type AssetStatus } from '#catalogue/rules.ts'
import { readIconPrefix } from '#icons/contract.ts'
import { IconPrefixSection } from '#icons/web/index.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeleteDialog } from '#platform/web/ui/feedback/delete-dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { type ListedOwn, myAssetCounts, myAssets } from '../../contract.ts'
import { AssetEditDialog } from '../asset-edit-dialog.tsx'
import type { FieldTexts } from '../asset-fields.tsx'
import type { Route } from './+types/my-assets-page.ts'
import { AppealDialog } from './appeal-dialog.tsx'
import { failureOf, saveOwn } from './my-assets-action.ts'
import css from './my-assets-page.module.css'
import { OwnAssetCard } from './own-asset-card.tsx'
import { ResubmitDialog, useResubmit } from './resubmit-dialog.tsx'
import { useProcessing } from './use-processing.ts'

const PAGE_SIZE = 12
const SEARCH_DEBOUNCE_MS = 300

export const meta: Route.MetaFunction = () => [{ title: 'My Assets' }]

type Filter = { search: string; status: AssetStatus | undefined }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user && user.role !== 'employee') throw redirect('/')
  const params = new URL(request.url).searchParams
  const filter: Filter = { search: searchIn(params, 'search'), status: choiceIn(params, 'status', ASSET_STATUSES) }
  const page = pageIn(params)
  const api = context.get(apiContext)
  const [{ body, total }, counts, icon_prefix] = await Promise.all([
    api.withTotal(myAssets, { query: { ...filter, page, page_size: PAGE_SIZE } }),
    api(myAssetCounts, { query: { search: filter.search } }),
    api(readIconPrefix, {})
  ])
  return { assets: body, total, counts, filter, page, icon_prefix }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveOwn(context, await request.formData())
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: failureOf })

const addressOf = (filter: Filter, page = 1): string => addressWith('', { ...filter, page })

export default function MyAssetsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { assets, total, counts, filter, page, icon_prefix } = loaderData
  const [doomed, setDoomed] = useState<ListedOwn>()
  const [edited, setEdited] = useState<ListedOwn>()
  const [appealed, setAppealed] = useState<ListedOwn>()
  const [asked, setAsked] = useState<ListedOwn>()
  const resubmit = useResubmit(setAsked)
  const fields: FieldTexts = actionData?.fields ?? {}
  useProcessing(assets.flatMap(({ asset_files }) => asset_files))
  return (
    <Page
      title="My Assets"
      actions={
        <LinkButton to="/create-asset" kind="main">
          Create Asset
        </LinkButton>
      }
    >
      <div className={css['bar']}>
        <StatusTabs filter={filter} counts={counts} />
        <FilterForm
          className={css['search']}
          label="Search my assets"
          name="search"
          value={filter.search}
          wait_ms={SEARCH_DEBOUNCE_MS}
          kept={{ status: filter.status }}
        />
      </div>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {actionData && 'done' in actionData && <Notice tone="good">{actionData.done}</Notice>}
      {assets.length === 0 && (total > 0 ? <PastLast of="assets" to={addressOf(filter)} /> : <NoAssets filter={filter} />)}
      <ul className={css['grid']}>
        {assets.map((asset) => (
          <OwnAssetCard key={asset.id} asset={asset} onDelete={setDoomed} onEdit={setEdited} onResubmit={resubmit} onAppeal={setAppealed} />
        ))}
      </ul>
      {total > PAGE_SIZE && <Pagination page={page} pages={Math.ceil(total / PAGE_SIZE)} to={(to) => addressOf(filter, to)} />}
      <IconPrefixSection shown={icon_prefix} intent="prefix" error={fields['prefix']} />
      <AppealDialog asset={appealed} onClose={() => setAppealed(undefined)} />
      <ResubmitDialog asset={asked} onClose={() => setAsked(undefined)} />
      <AssetEditDialog asset={edited} onClose={() => setEdited(undefined)} />
      <DeleteDialog title="Delete this asset?" sent={doomed && { id: doomed.id }} onClose={() => setDoomed(undefined)}>
        “{doomed?.title}” and its files will be deleted permanently.
      </DeleteDialog>
    </Page>
  )
}

const STATUS_TABS = [
  { status: undefined, count: 'total', name: 'All' },
  { status: 'pending', count: 'pending', name: 'Pending' },
  { status: 'approved', count: 'approved', name: 'Approved' },
  { status: 'rejected', count: 'rejected', name: 'Rejected' }
] as const

type Counts = Record<(typeof STATUS_TABS)[number]['count'], number>

/** The counts follow the search. */
function StatusTabs({ filter, counts }: { filter: Filter; counts: Counts }) {
  return (
    <LinkTabs
      label="Status"
      tabs={STATUS_TABS.map(({ status, count, name }) => ({
        to: addressOf({ ...filter, status }),
        label: `${name} (${showNumber(counts[count])})`,
        current: filter.status === status
      }))}
    />
  )
}

function NoAssets({ filter: { search, status } }: { filter: Filter }) {
  if (search)
    return (
      <EmptyState drawing="search" title={`Nothing matches “${search}”.`} action={<LinkButton to="/assets">Show all assets</LinkButton>}>
        {status ? `Search covers the titles and tags of your ${status} assets.` : 'Search covers titles and tags.'}
      </EmptyState>
    )
  if (status)
    return (
      <EmptyState drawing="image" title={`You have no ${status} assets.`} action={<LinkButton to="/assets">Show all assets</LinkButton>} />
    )
  return (
    <EmptyState
      drawing="brush"
      title="You have no assets yet."
      action={<LinkButton to="/create-asset">Create your first asset</LinkButton>}
    >
      Describe it, upload its file, and an admin will review it.
    </EmptyState>
  )
}
