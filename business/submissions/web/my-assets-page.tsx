import { useState } from 'react'
import { Form, redirect, useNavigation, useSubmit } from 'react-router'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import { myAssets, type OwnedAsset } from '../contract.ts'
import type { Route } from './+types/my-assets-page.ts'
import { saveOwn } from './my-assets-action.ts'
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
  const search = (params.get('search') ?? '').slice(0, 200)
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1)
  const { body, total } = await context.get(apiContext).withTotal(myAssets, { query: { search, page, page_size: PAGE_SIZE } })
  return { assets: body, total, search, page }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveOwn(context, await request.formData())
}

export default function MyAssetsPage({ loaderData: { assets, total, search, page }, actionData }: Route.ComponentProps) {
  const [doomed, setDoomed] = useState<OwnedAsset>()
  const [edited, setEdited] = useState<OwnedAsset>()
  const submit = useSubmit()
  const sendAgain = ({ id }: OwnedAsset) => void submit({ intent: 'resubmit', id }, { method: 'post', preventScrollReset: true })
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
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
      <Form
        role="search"
        className={css['search']}
        onSubmit={(event) => {
          event.preventDefault()
          now(event.currentTarget)
        }}
      >
        <TextField
          label="Search my assets"
          name="search"
          type="search"
          defaultValue={search}
          leading={<IconSearch size={18} aria-hidden="true" />}
          onChange={({ currentTarget }) => later(currentTarget.form)}
        />
      </Form>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {actionData && 'done' in actionData && <Notice tone="good">{actionData.done}</Notice>}
      {assets.length === 0 ? <NoAssets search={search} /> : null}
      <ul className={css['grid']}>
        {assets.map((asset) => (
          <OwnAssetCard key={asset.id} asset={asset} onDelete={setDoomed} onEdit={setEdited} onSendAgain={sendAgain} />
        ))}
      </ul>
      {total > PAGE_SIZE && (
        <Pagination
          page={page}
          pages={Math.ceil(total / PAGE_SIZE)}
          to={(to) => `?${new URLSearchParams({ ...(search && { search }), page: String(to) })}`}
        />
      )}
      <OwnEditDialog asset={edited} onClose={() => setEdited(undefined)} />
      <DeleteDialog asset={doomed} onClose={() => setDoomed(undefined)} />
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

function DeleteDialog({ asset, onClose }: { asset: OwnedAsset | undefined; onClose: () => void }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Dialog
      open={asset !== undefined}
      onClose={onClose}
      title="Delete this asset?"
      footer={
        <>
          <Button type="button" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" form="delete-asset" kind="danger" busy={busy}>
            Delete
          </Button>
        </>
      }
    >
      <Form id="delete-asset" method="post" preventScrollReset onSubmit={() => setTimeout(onClose)}>
        <input type="hidden" name="id" value={asset?.id ?? ''} />
        <p>“{asset?.title}” and its files are deleted for good.</p>
      </Form>
    </Dialog>
  )
}
