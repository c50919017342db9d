import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { toast } from '#platform/web/ui/toaster.tsx'
import type { OwnedAsset } from '../contract.ts'
import { reasonsOf } from '../rules.ts'
import { AssetWordFields } from './asset-word-fields.tsx'
import type { OwnAnswer } from './my-assets-action.ts'

const FORM = 'edit-own-asset'

/** The words of an asset, with why it was rejected above them. */
export function OwnEditDialog({ asset, onClose }: { asset: OwnedAsset | undefined; onClose: () => void }) {
  const fetcher = useFetcher<OwnAnswer>({ key: `own ${asset?.id}` })
  const busy = fetcher.state !== 'idle'
  const done = fetcher.data?.done
  const finish = useEffectEvent((said: string) => {
    toast(said)
    onClose()
  })
  useEffect(() => {
    if (done) finish(done)
  }, [done])
  return (
    <Dialog
      open={asset !== undefined}
      onClose={onClose}
      busy={busy}
      title="Edit asset"
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} kind="main" busy={busy}>
            Save changes
          </Button>
        </>
      }
    >
      {asset && (
        <fetcher.Form id={FORM} method="post" noValidate>
          <input type="hidden" name="intent" value="edit" />
          <input type="hidden" name="id" value={asset.id} />
          <Fields asset={asset} fields={fetcher.data?.fields ?? {}} />
        </fetcher.Form>
      )}
    </Dialog>
  )
}

function Fields({ asset, fields }: { asset: OwnedAsset; fields: Record<string, string> }) {
  const reasons = reasonsOf(asset.reject_reason_codes, asset.reject_reason)
  return (
    <Stack gap={4}>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {reasons.length > 0 && (
        <Notice tone="warn" title="Why it was rejected">
          {reasons.join('. ')}
        </Notice>
      )}
      <AssetWordFields asset={asset} fields={fields} />
    </Stack>
  )
}
