import { useEffect, useState } from 'react'
import { data, useNavigate, useRevalidator, useSubmit } from 'react-router'
import { Findings } from '#catalogue/web/index.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { ownAsset, uploadLimits } from '../contract.ts'
import { MESSAGES, mayChangeFiles, reasonsOf } from '../rules.ts'
import type { Route } from './+types/upload-file-page.ts'
import { forgetLastCreatedAsset, readLastCreatedAsset } from './last-created-asset.ts'
import { failureOf, saveOwn } from './my-assets/my-assets-action.ts'
import { OwnFile } from './my-assets/own-file.tsx'
import { Duplicate } from './my-assets/rejection.tsx'
import { useProcessing } from './my-assets/use-processing.ts'
import { Pins } from './pins/pins.tsx'
import css from './upload-file-page.module.css'
import { UploadForm } from './upload-form.tsx'

const TITLE = 'Upload Asset File'

export const meta: Route.MetaFunction = () => [{ title: 'Upload file' }]

/** Without an id, the browser opens the asset that it created last; the limits are only read to check the session. */
export async function loader({ params: { assetId }, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  if (!assetId) {
    await api(uploadLimits, {})
    return { asset: null }
  }
  try {
    return { asset: await api(ownAsset, { params: { asset_id: assetId } }) }
  } catch (error) {
    if (isNotFound(error)) return data({ asset: null }, 404)
    throw error
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return saveOwn(context, await request.formData())
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: failureOf })

/** A 404 as the page's API client throws it. */
const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'init' in error &&
  typeof error.init === 'object' &&
  error.init !== null &&
  'status' in error.init &&
  error.init.status === 404

export default function UploadFilePage({ loaderData: { asset }, params: { assetId }, actionData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  useProcessing(asset?.asset_files ?? [])
  if (!asset) return <NoAsset key={assetId} assetId={assetId} />
  const isOpen = mayChangeFiles(asset)
  return (
    <Page width="text" title={TITLE} intro={`For “${asset.title}”. You can upload several formats of the same picture, one after another.`}>
      <noscript>
        <Notice tone="warn">Uploading needs JavaScript.</Notice>
      </noscript>
      {actionData?.fields['form'] && <Notice tone="bad">{actionData.fields['form']}</Notice>}
      {asset.status === 'rejected' && (
        <Notice tone="warn" title="This asset was rejected">
          {reasonsOf(asset.reject_reason_codes, asset.reject_reason).join('. ') || 'No reason was given.'}
          <Duplicate asset={asset} />
        </Notice>
      )}
      <Pins heading="h2" pins={asset.pins} files={asset.asset_files} sizes="(min-width: 720px) 640px, 92vw" />
      {asset.appeal?.state === 'open' && <Notice>Your appeal against the rejection is open. Resubmitting withdraws it.</Notice>}
      {isOpen && <UploadForm asset_id={asset.id} max_mb={asset.max_upload_mb} onSent={() => void revalidate()} />}
      {asset.status === 'approved' && <Notice>This asset is approved, so its files can no longer change.</Notice>}
      <Files asset={asset} isOpen={isOpen} />
    </Page>
  )
}

type Asset = NonNullable<Route.ComponentProps['loaderData']['asset']>

function Files({ asset, isOpen }: { asset: Asset; isOpen: boolean }) {
  const submit = useSubmit()
  const send = (intent: 'revise' | 'remove' | 'resubmit', id: string) =>
    void submit({ intent, id }, { method: 'post', preventScrollReset: true })
  const isRejected = asset.status === 'rejected'
  return (
    <>
      {asset.asset_files.length > 0 && (
        <section aria-labelledby="files">
          <h2 id="files">Files</h2>
          <ul className={css['files']}>
            {asset.asset_files.map((file) => (
              <OwnFile key={file.id} file={file} onRemove={isOpen ? () => send('remove', file.id) : undefined} />
            ))}
          </ul>
          {asset.status !== 'approved' && <Findings findings={asset.findings} checked={asset.checked} files={asset.asset_files} />}
        </section>
      )}
      <Stack row gap={2}>
        {isRejected && (
          <Button type="button" kind="main" onClick={() => send('resubmit', asset.id)}>
            Resubmit
          </Button>
        )}
        {isRejected && !isOpen && (
          <Button type="button" onClick={() => send('revise', asset.id)}>
            Change files
          </Button>
        )}
        <LinkButton to="/assets">My Assets</LinkButton>
        <LinkButton to="/create-asset" kind="quiet">
          Create another asset
        </LinkButton>
      </Stack>
    </>
  )
}

/** Shown without an asset: an address without an id opens the asset that this browser created last; without one, or with an unknown id, a message says so. */
function NoAsset({ assetId }: { assetId: string | undefined }) {
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(assetId === undefined)
  useEffect(() => {
    if (assetId) return forgetLastCreatedAsset(assetId)
    const last = readLastCreatedAsset()
    if (last) void navigate(`/upload-file/${encodeURIComponent(last)}`, { replace: true })
    else setOpening(false)
  }, [assetId, navigate])
  return (
    <Page width="text" title={TITLE}>
      {isOpening && <p role="status">Opening the asset you created last…</p>}
      {isOpening ? (
        <noscript>
          <Notice tone="warn">{MESSAGES.no_asset}</Notice>
        </noscript>
      ) : (
        <Notice tone="warn">{MESSAGES.no_asset}</Notice>
      )}
      <div>
        <LinkButton to="/create-asset" kind="main">
          Create an asset
        </LinkButton>
      </div>
    </Page>
  )
}
