import { useState } from 'react'
import { redirect, useSubmit } from 'react-router'
import { answered } from '#platform/web/client-action.ts'
import { addressWith, pageIn, searchIn } from '#platform/web/list-address.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { DeleteDialog } from '#platform/web/ui/delete-dialog.tsx'
import { FilterForm } from '#platform/web/ui/filter-form.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { PastLast } from '#platform/web/ui/past-last.tsx'
import { myAssets, type OwnedAsset } from '../contract.ts'
import type { Route } from './+types/my-assets-page.ts'
import { failureOf, saveOwn } from './my-assets-action.ts'
import css from './my-assets-page.module.css'
import { OwnAssetCard } from './own-asset-card.tsx'
import { OwnEditDialog } from './own-edit-dialog.tsx'
import { useProcessing } from './use-processing.ts'

const PAGE_SIZE = 12
const SEARCH_DEBOUNCE_MS = 300

export const meta: Route.MetaFunction = () => [{ title: 'My Assets' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user && user.role !== 'employee') throw redirect('/')
  const params = new URL(request.url).searchParams
  const search = searchIn(params, 'search')
  const page = pageIn(params)
  const { body, total } = await context.get(apiContext).withTotal(myAssets, { query: { search, page, page_size: PAGE_SIZE } })
  return { assets: body, total, search, page }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveOwn(context, await request.formData())
}

export const clientAction = (sent: Route.ClientActionArgs) => answered(sent, { failed: failureOf })

export default function MyAssetsPage({ loaderData: { assets, total, search, page }, actionData }: Route.ComponentProps) {
  const [doomed, setDoomed] = useState<OwnedAsset>()
  const [edited, setEdited] = useState<OwnedAsset>()
  const submit = useSubmit()
  const sendAgain = ({ id }: OwnedAsset) => void submit({ intent: 'resubmit', id }, { method: 'post', preventScrollReset: true })
  const fields: Record<string, string> = actionData?.fields ?? {}
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
      <FilterForm className={css['search']} label="Search my assets" name="search" value={search} wait_ms={SEARCH_DEBOUNCE_MS} />
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {actionData && 'done' in actionData && <Notice tone="good">{actionData.done}</Notice>}
      {assets.length === 0 && (total > 0 ? <PastLast of="assets" to={addressWith('', { search })} /> : <NoAssets search={search} />)}
      <ul className={css['grid']}>
        {assets.map((asset) => (
          <OwnAssetCard key={asset.id} asset={asset} onDelete={setDoomed} onEdit={setEdited} onSendAgain={sendAgain} />
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <Pagination page={page} pages={Math.ceil(total / PAGE_SIZE)} to={(to) => addressWith('', { search, page: to })} />
      )}
      <OwnEditDialog asset={edited} onClose={() => setEdited(undefined)} />
      <DeleteDialog title="Delete this asset?" sent={doomed && { id: doomed.id }} onClose={() => setDoomed(undefined)}>
        “{doomed?.title}” and its files are deleted for good.
      </DeleteDialog>
    </Page>
  )
}

function NoAssets({ search }: { search: string }) {
  if (search) return <EmptyState title={`Nothing matches “${search}”.`}>Search looks at titles and tags.</EmptyState>
  return (
    <EmptyState title="You have no assets yet." action={<LinkButton to="/create-asset">Create your first</LinkButton>}>
      Describe one, upload its file, and an admin reviews it.
    </EmptyState>
  )
}
