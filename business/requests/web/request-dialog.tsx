import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import type { CustomRequest } from '../contract.ts'
import { forgetDraft } from './conversation/use-draft.ts'
import { type RequestAnswer, RequestForm } from './request-form.tsx'

export type DialogKind = 'edit' | 'cancel' | 'delete'

type RequestDialogProps = { kind: DialogKind; request: CustomRequest; me: string; onClose: () => void }

export function RequestDialog({ kind, ...rest }: RequestDialogProps) {
  return kind === 'edit' ? <EditDialog {...rest} /> : <ConfirmDialog kind={kind} {...rest} />
}

/** Shows the success message once and closes. Ignores the response of an earlier dialog. */
function useAnswered(answer: RequestAnswer | undefined, onDone: () => void): void {
  const seen = useRef(answer)
  const finish = useEffectEvent((message: string) => {
    toast(message)
    onDone()
  })
  useEffect(() => {
    if (answer === seen.current) return
    seen.current = answer
    if (answer?.done) finish(answer.done)
  }, [answer])
}

function EditDialog({ request, me, onClose }: Omit<RequestDialogProps, 'kind'>) {
  const { data, state } = useFetcher<RequestAnswer>({ key: `request form ${request.id}` })
  const draft = `request.${me}.${request.id}`
  useAnswered(data, () => {
    forgetDraft(draft)
    onClose()
  })
  const busy = state !== 'idle'
  return (
    <Dialog open title="Edit request" busy={busy} onClose={onClose}>
      <RequestForm draft={draft} request={request} to="/custom-requests">
        <Button type="button" onClick={onClose} disabled={busy}>
          Close
        </Button>
      </RequestForm>
    </Dialog>
  )
}

const CONFIRM_TEXTS = {
  cancel: {
    title: 'Cancel this request?',
    text: 'We stop working on it. The request and its conversation stay in your list.',
    button: 'Cancel request',
    keep: 'Keep it'
  },
  delete: {
    title: 'Delete this request?',
    text: 'This also deletes its conversation and files. It cannot be undone.',
    button: 'Delete',
    keep: 'Keep it'
  }
} as const

function ConfirmDialog({ kind, request, onClose }: Omit<RequestDialogProps, 'kind'> & { kind: 'cancel' | 'delete' }) {
  const fetcher = useFetcher<RequestAnswer>()
  const texts = CONFIRM_TEXTS[kind]
  const busy = fetcher.state !== 'idle'
  useAnswered(fetcher.data, onClose)
  return (
    <Dialog
      open
      title={texts.title}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            {texts.keep}
          </Button>
          <Button
            type="button"
            kind="danger"
            busy={busy}
            onClick={() => void fetcher.submit({ intent: kind, id: request.id }, { method: 'post', preventScrollReset: true })}
          >
            {texts.button}
          </Button>
        </>
      }
    >
      {fetcher.data?.fields && <Notice tone="bad">{Object.values(fetcher.data.fields)[0]}</Notice>}
      <p>
        <strong>{request.title}</strong>
      </p>
      <p>{texts.text}</p>
    </Dialog>
  )
}
