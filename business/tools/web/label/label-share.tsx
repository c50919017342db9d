import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { shareLabel } from '../../contract.ts'
import {
  emailFailed,
  MESSAGE_MAX,
  RECIPIENTS_MAX,
  recipientsOf,
  recipientsProblem,
  SENT_SHOWN_MS,
  SHARE_TEXTS,
  SUBJECT_MAX
} from '../../share.rules.ts'
import type { MadeLabel } from './make-label.ts'

interface ShareDialogProps {
  open: boolean
  made: MadeLabel
  onClose: () => void
  onSent: () => void
}

type Sending = { state: 'typing' | 'sending' | 'sent'; error?: string }

const FORM = 'share-label'

export function ShareDialog({ open, made, onClose, onSent }: ShareDialogProps) {
  const [{ state, error }, setSending] = useState<Sending>({ state: 'typing' })
  useEffect(() => {
    if (state !== 'sent') return
    const timer = setTimeout(() => {
      setSending({ state: 'typing' })
      onClose()
    }, SENT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state, onClose])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { elements } = event.currentTarget
    const form = new FormData(event.currentTarget)
    const typed = (name: string) => String(form.get(name) ?? '')
    if (recipientsProblem(typed('to'))) return focusField(elements.namedItem('to'))
    setSending({ state: 'sending' })
    try {
      await send(made, { to: recipientsOf(typed('to')), subject: typed('subject'), text: typed('text') })
      setSending({ state: 'sent' })
      onSent()
    } catch (failure) {
      setSending({ state: 'typing', error: sendError(failure) })
    }
  }
  const footer = (
    <Button kind="main" form={FORM} busy={state === 'sending'} disabled={state === 'sent'}>
      Send
    </Button>
  )
  return (
    <Dialog open={open} onClose={onClose} title="Share via email" busy={state === 'sending'} footer={footer}>
      <form id={FORM} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
          <TextField
            label="Recipients"
            name="to"
            inputMode="email"
            autoComplete="off"
            hint={`Up to ${RECIPIENTS_MAX} email addresses, separated by commas.`}
            check={recipientsProblem}
          />
          <TextField label="Subject" name="subject" maxLength={SUBJECT_MAX} optional />
          <TextArea label="Message" name="text" maxLength={MESSAGE_MAX} optional />
          {error && <Notice tone="bad">{error}</Notice>}
          {state === 'sent' && <Notice tone="good">{SHARE_TEXTS.sent}</Notice>}
        </Stack>
      </form>
    </Dialog>
  )
}

const focusField = (field: Element | RadioNodeList | null): void => (field instanceof HTMLElement ? field.focus() : undefined)

async function send(made: MadeLabel, message: { to: string[]; subject: string; text: string }): Promise<void> {
  const attachment = { filename: `${made.name}.png`, dataUrl: await asDataUrl(made.png) }
  await browserApi()(route<typeof shareLabel>({ method: 'POST', path: '/auth/qr-email' }), { body: { ...message, attachment } })
}

const asDataUrl = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(bytes)
  })

/** Returns the server's error text if it has one. */
function sendError(failure: unknown): string {
  if (!(failure instanceof ApiError)) return SHARE_TEXTS.send_failed
  return failure.body.code === 'unknown' ? emailFailed(failure.status) : failure.body.error
}
