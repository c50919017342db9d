import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { WORDS } from '#submissions/rules.ts'
import { AssetWordFields } from '#submissions/web/index.ts'
import { type DeskAnswer, useDone } from './use-done.ts'

const FORM = 'edit-asset'

type AssetDialogProps = { asset: ReviewedAsset | undefined; onClose: () => void }

export function AssetEditDialog({ asset, onClose }: AssetDialogProps) {
  const fetcher = useFetcher<DeskAnswer>({ key: `edit ${asset?.id}` })
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
          <EditFields asset={asset} fields={fetcher.data?.fields ?? {}} />
        </fetcher.Form>
      )}
    </Dialog>
  )
}

function EditFields({ asset, fields }: { asset: ReviewedAsset; fields: Record<string, string> }) {
  const form = fields['form']
  return (
    <Stack gap={4}>
      {form && (
        <Notice tone="bad" title={WORDS.edit_failed}>
          {form === WORDS.edit_failed ? undefined : form}
        </Notice>
      )}
      <AssetWordFields asset={asset} fields={fields} />
    </Stack>
  )
}
