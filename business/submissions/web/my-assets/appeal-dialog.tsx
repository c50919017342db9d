import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { APPEAL_MAX, APPEAL_MESSAGES } from '../../appeal.rules.ts'
import type { ListedOwn } from '../../contract.ts'
import { type FormAnswer, useDone } from '../use-done.ts'

const FORM = 'appeal'

/** Asks the artist why a rejection is wrong. An appeal can be made once, so the dialog says what else could be done. */
export function AppealDialog({ asset, onClose }: { asset: ListedOwn | undefined; onClose: () => void }) {
  const fetcher = useFetcher<FormAnswer>({ key: `appeal ${asset?.id}` })
  const busy = fetcher.state !== 'idle'
  const { form, message } = fetcher.data?.fields ?? {}
  useDone(fetcher.data, 'Appeal sent.', onClose)
  return (
    <Dialog
      open={asset !== undefined}
      onClose={onClose}
      busy={busy}
      title="Appeal against the rejection?"
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={FORM} kind="main" busy={busy}>
            Send appeal
          </Button>
        </>
      }
    >
      {asset && (
        <fetcher.Form id={FORM} method="post" noValidate>
          <input type="hidden" name="intent" value="appeal" />
          <input type="hidden" name="id" value={asset.id} />
          <Stack gap={4}>
            {form && !busy && (
              <Notice tone="bad" title={APPEAL_MESSAGES.appeal_failed}>
                {form === APPEAL_MESSAGES.appeal_failed ? undefined : form}
              </Notice>
            )}
            <p>
              If you think that the decision about “{asset.title}” is wrong, someone else looks at it again where we can. You can appeal
              each rejection once. If you would rather change the asset, revise and resubmit it.
            </p>
            <TextArea
              {...{ label: 'Why is the decision wrong?', name: 'message', rows: 5, maxLength: APPEAL_MAX, error: message }}
              hint="The admins who decide read this."
              check={(typed) => (typed.trim() === '' ? APPEAL_MESSAGES.message : undefined)}
            />
          </Stack>
        </fetcher.Form>
      )}
    </Dialog>
  )
}
