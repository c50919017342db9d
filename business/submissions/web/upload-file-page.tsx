import { useEffect } from 'react'
import { data, useRevalidator, useSubmit } from 'react-router'
import { answered } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { ownAsset } from '../contract.ts'
import { mayChangeFiles, reasonsOf, WORDS } from '../rules.ts'
import type { Route } from './+types/upload-file-page.ts'
import { failureOf, saveOwn } from './my-assets-action.ts'
import { OwnFile } from './own-file.tsx'
import css from './upload-file-page.module.css'
import { UploadForm } from './upload-form.tsx'
import { useProcessing } from './use-processing.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Upload file' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    return { asset: await context.get(apiContext)(ownAsset, { params: { asset_id: params.assetId } }) }
  } catch (error) {
    if (isNotFound(error)) return data({ asset: null }, 404)
    throw error
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveOwn(context, await request.formData())
}

export const clientAction = (sent: Route.ClientActionArgs) => answered(sent, { failed: failureOf })

/** A 404 as the page's client throws it. */
const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'init' in error && (error.init as ResponseInit | null)?.status === 404

export default function UploadFilePage({ loaderData: { asset }, actionData }: Route.ComponentProps) {
  const submit = useSubmit()
  const { revalidate } = useRevalidator()
  useProcessing(asset?.asset_files ?? [])
  useRemembered(asset?.id)
  if (!asset)
    return (
      <Page width="text" title="Upload Asset File">
        <Notice tone="warn">{WORDS.no_asset}</Notice>
        <div>
          <LinkButton to="/create-asset" kind="main">
            Create an asset
          </LinkButton>
        </div>
      </Page>
    )
  const isOpen = mayChangeFiles(asset)
  const send = (intent: 'mend' | 'remove' | 'resubmit', id: string) =>
    void submit({ intent, id }, { method: 'post', preventScrollReset: true })
  return (
    <Page
      width="text"
      title="Upload Asset File"
      intro={`For “${asset.title}”. Several formats of the same picture may follow one another.`}
    >
      <noscript>
        <Notice tone="warn">Uploading needs JavaScript.</Notice>
      </noscript>
      {actionData?.fields['form'] && <Notice tone="bad">{actionData.fields['form']}</Notice>}
      {asset.status === 'rejected' && (
        <Notice tone="warn" title="This asset was rejected">
          {reasonsOf(asset.reject_reason_codes, asset.reject_reason).join('. ') || 'No reason was given.'}
        </Notice>
      )}
      {isOpen ? (
        <UploadForm asset_id={asset.id} max_mb={asset.max_upload_mb} onSent={() => void revalidate()} />
      ) : (
        asset.status === 'approved' && <Notice>This asset is approved: its files can no longer change.</Notice>
      )}
      {asset.asset_files.length > 0 && (
        <section aria-labelledby="files">
          <h2 id="files">Files</h2>
          <ul className={css['files']}>
            {asset.asset_files.map((file) => (
              <OwnFile key={file.id} file={file} onRemove={isOpen ? () => send('remove', file.id) : undefined} />
            ))}
          </ul>
        </section>
      )}
      <Stack row gap={2}>
        {asset.status === 'rejected' && (
          <Button type="button" kind="main" onClick={() => send('resubmit', asset.id)}>
            Send again
          </Button>
        )}
        {asset.status === 'rejected' && !isOpen && (
          <Button type="button" onClick={() => send('mend', asset.id)}>
            Change files
          </Button>
        )}
        <LinkButton to="/assets">My Assets</LinkButton>
        <LinkButton to="/create-asset" kind="quiet">
          Create another asset
        </LinkButton>
      </Stack>
    </Page>
  )
}

/** Where the artist was last, for whoever opens the upload page without an asset. */
function useRemembered(asset_id: string | undefined): void {
  useEffect(() => {
    try {
      if (asset_id) localStorage.setItem('last_created_asset_id', asset_id)
    } catch {
      // Storage can be closed, as in some private windows.
    }
  }, [asset_id])
}
