import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { filesToApprove, MESSAGES } from '#submissions/rules.ts'
import { Picture } from '#submissions/web/index.ts'
import { type DeskAnswer, useDone } from '../use-done.ts'

const FORM = 'new-files'

/** Shows the files of an approved asset that became ready after its approval, and publishes them. */
export function NewFilesDialog({ asset, onClose }: { asset: ReviewedAsset | undefined; onClose: () => void }) {
  const fetcher = useFetcher<DeskAnswer>({ key: `files ${asset?.id}` })
  const busy = fetcher.state !== 'idle'
  const [error] = Object.values(fetcher.data?.fields ?? {})
  useDone(fetcher.data, 'Files published.', onClose)
  return (
    <Dialog
      open={asset !== undefined}
      onClose={onClose}
      busy={busy}
      title="New files"
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} kind="main" busy={busy}>
            Approve files
          </Button>
        </>
      }
    >
      {asset && (
        <fetcher.Form id={FORM} method="post">
          <input type="hidden" name="intent" value="files" />
          <input type="hidden" name="id" value={asset.id} />
          <input type="hidden" name="version" value={asset.version} />
          <Stack gap={4}>
            {error && !busy && (
              <Notice tone="bad" title={MESSAGES.status_failed}>
                {error === MESSAGES.status_failed ? undefined : error}
              </Notice>
            )}
            <p>These files of “{asset.title}” were not ready when it was approved. Approving publishes them. It books no wage.</p>
            {filesToApprove(asset).map(({ id, filename, preview_urls }) => (
              <figure key={id}>
                <Picture urls={preview_urls} alt={filename} sizes="400px" />
                <figcaption>{filename}</figcaption>
              </figure>
            ))}
          </Stack>
        </fetcher.Form>
      )}
    </Dialog>
  )
}
