import { useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { typedMoment } from '#platform/web/zone-time.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { MESSAGES } from '#submissions/rules.ts'
import { type DeskAnswer, useDone } from '../use-done.ts'
import { FREE_MODES, type FreeMode, freeText, modeOf } from './free-text.ts'

const FORM = 'free-period'

type AssetDialogProps = { asset: ReviewedAsset | undefined; onClose: () => void }

/** Makes an asset free now, free for a period, or not free. */
export function AssetFreeDialog({ asset, onClose }: AssetDialogProps) {
  const fetcher = useFetcher<DeskAnswer>({ key: `free ${asset?.id}` })
  const busy = fetcher.state !== 'idle'
  useDone(fetcher.data, 'Free period saved.', onClose)
  return (
    <Dialog
      open={asset !== undefined}
      onClose={onClose}
      busy={busy}
      title="Free period"
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} kind="main" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      {asset && (
        <fetcher.Form id={FORM} method="post" noValidate>
          <input type="hidden" name="intent" value="free" />
          <input type="hidden" name="id" value={asset.id} />
          <FreeFields key={asset.id} asset={asset} fields={fetcher.data?.fields ?? {}} />
        </fetcher.Form>
      )}
    </Dialog>
  )
}

function FreeFields({ asset, fields }: { asset: ReviewedAsset; fields: Record<string, string> }) {
  const [mode, setMode] = useState<FreeMode>(modeOf(asset))
  const form = fields['form']
  return (
    <Stack gap={4}>
      {form && (
        <Notice tone="bad" title={MESSAGES.free_failed}>
          {form === MESSAGES.free_failed ? undefined : form}
        </Notice>
      )}
      <p>
        “{asset.title}”: {freeText(asset)}.
      </p>
      <Select
        label="Free"
        name="mode"
        options={FREE_MODES}
        value={mode}
        onChange={({ currentTarget }) => setMode(FREE_MODES.find(({ value }) => value === currentTarget.value)?.value ?? 'none')}
      />
      {mode === 'scheduled' && (
        <>
          <TextField
            label="Starts"
            name="free_starts_at"
            type="datetime-local"
            defaultValue={typedMoment(asset.free_starts_at)}
            error={fields['free_starts_at']}
            hint="California time."
          />
          <TextField
            label="Ends"
            name="free_ends_at"
            type="datetime-local"
            defaultValue={typedMoment(asset.free_ends_at)}
            error={fields['free_ends_at']}
            hint="California time. Leave empty if it stays free."
            optional
          />
        </>
      )}
    </Stack>
  )
}
