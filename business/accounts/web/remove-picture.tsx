import { type FormEvent, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import type { useProfileForm } from './use-profile-form.ts'

const INTENT = { intent: 'picture' }

/** Asks first; before the page is alive the form goes straight away. */
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
        <p>The first letter of your name takes its place. It is deleted here; you would need to send it again.</p>
      </Dialog>
    </Form>
  )
}
