import { type FormEvent, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import type { useProfileForm } from './use-profile-form.ts'

const INTENT = { intent: 'picture' }

/** Confirms first. Before hydration the form submits directly. */
export function RemovePicture({ Form, submit, busy }: ReturnType<typeof useProfileForm>) {
  const [asking, setAsking] = useState(false)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  const remove = () => {
    setAsking(false)
    void submit(INTENT, { method: 'post', preventScrollReset: true })
  }
  return (
    <Form method="post" onSubmit={ask}>
      <input type="hidden" name="intent" value={INTENT.intent} />
      <Button type="submit" busy={busy}>
        {busy ? 'Removing…' : 'Remove picture'}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Remove your picture?"
        footer={
          <>
            <Button type="button" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button type="button" kind="danger" onClick={remove}>
              Remove
            </Button>
          </>
        }
      >
        <p>The first letter of your name will be shown instead. The picture is deleted permanently.</p>
      </Dialog>
    </Form>
  )
}
