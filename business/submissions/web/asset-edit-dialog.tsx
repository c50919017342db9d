import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { OwnedAsset } from '../contract.ts'
import { MESSAGES, reasonsOf } from '../rules.ts'
import { AssetFields, type FieldTexts } from './asset-fields.tsx'
import { type FormAnswer, useDone } from './use-done.ts'

const FORM = 'edit-asset'

type AssetEditDialogProps = { asset: OwnedAsset | undefined; onClose: () => void }

/** For artists and admins. Posts `intent=edit` and the asset's id to the page's own action. */
export function AssetEditDialog({ asset, onClose }: AssetEditDialogProps) {
  const fetcher = useFetcher<FormAnswer>({ key: `edit ${asset?.id}` })
  const busy = fetcher.state !== 'idle'
  useDone(fetcher.data, 'Changes saved.', onClose)
  return (
    <Dialog
      open={asset !== undefined}
      onClose={onClose}
      busy={busy}
      title="Edit Asset"
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

function Fields({ asset, fields }: { asset: OwnedAsset; fields: FieldTexts }) {
  const reasons = asset.status === 'rejected' ? reasonsOf(asset.reject_reason_codes, asset.reject_reason) : []
  const error = fields['form']
  return (
    <Stack gap={4}>
      {error && (
        <Notice tone="bad" title={MESSAGES.edit_failed}>
          {error === MESSAGES.edit_failed ? undefined : error}
        </Notice>
      )}
      {reasons.length > 0 && (
        <Notice tone="warn" title="Why it was rejected">
          {reasons.join('. ')}
        </Notice>
      )}
      <AssetFields asset={asset} fields={fields} />
    </Stack>
  )
}
