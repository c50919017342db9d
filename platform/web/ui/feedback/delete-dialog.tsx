import { type ReactNode, useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

type DeleteDialogProps = {
  /** The question. */
  title: string
  /** The fields that the page's action gets in addition to `intent=delete`. Undefined closes the dialog. */
  sent: Readonly<Record<string, string>> | undefined
  onClose: () => void
  /** What will be deleted, and whether permanently. */
  children: ReactNode
}

/** Asks before something is deleted. The page reports errors. */
export function DeleteDialog({ title, sent, onClose, children }: DeleteDialogProps) {
  const busy = useNavigation().formMethod === 'POST'
  const form = useId()
  return (
    <Dialog
      open={sent !== undefined}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button type="button" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" form={form} kind="danger" busy={busy}>
            Delete
          </Button>
        </>
      }
    >
      <Form id={form} method="post" preventScrollReset onSubmit={() => setTimeout(onClose)}>
        <input type="hidden" name="intent" value="delete" />
        {Object.entries(sent ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>{children}</p>
      </Form>
    </Dialog>
  )
}
