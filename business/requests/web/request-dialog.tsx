import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toaster.tsx'
import type { CustomRequest } from '../contract.ts'
import { type RequestAnswer, RequestForm } from './request-form.tsx'
import { forgetDraft } from './use-draft.ts'

export type Asked = 'edit' | 'cancel' | 'delete'

type RequestDialogProps = { asked: Asked; request: CustomRequest; me: string; onClose: () => void }

export function RequestDialog({ asked, ...rest }: RequestDialogProps) {
  return asked === 'edit' ? <EditDialog {...rest} /> : <ConfirmDialog asked={asked} {...rest} />
}

/** Says what is done once, and closes. What an earlier dialog was answered counts for nothing. */
function useAnswered(answer: RequestAnswer | undefined, onDone: () => void): void {
  const seen = useRef(answer)
  const finish = useEffectEvent((said: string) => {
    toast(said)
    onDone()
  })
  useEffect(() => {
    if (answer === seen.current) return
    seen.current = answer
    if (answer?.done) finish(answer.done)
  }, [answer])
}

function EditDialog({ request, me, onClose }: Omit<RequestDialogProps, 'asked'>) {
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

const WORDS = {
  cancel: {
    title: 'Cancel this request?',
    text: 'Nobody works on it any further. It stays in your list, with its conversation.',
    button: 'Cancel request',
    keep: 'Keep it'
  },
  delete: {
    title: 'Delete this request?',
    text: 'The request goes with its conversation and files. This cannot be undone.',
    button: 'Delete',
    keep: 'Keep it'
  }
} as const

function ConfirmDialog({ asked, request, onClose }: Omit<RequestDialogProps, 'asked'> & { asked: 'cancel' | 'delete' }) {
  const fetcher = useFetcher<RequestAnswer>()
  const words = WORDS[asked]
  const busy = fetcher.state !== 'idle'
  useAnswered(fetcher.data, onClose)
  return (
    <Dialog
      open
      title={words.title}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            {words.keep}
          </Button>
          <Button
            type="button"
            kind="danger"
            busy={busy}
            onClick={() => void fetcher.submit({ intent: asked, id: request.id }, { method: 'post', preventScrollReset: true })}
          >
            {words.button}
          </Button>
        </>
      }
    >
      {fetcher.data?.fields && <Notice tone="bad">{Object.values(fetcher.data.fields)[0]}</Notice>}
      <p>
        <strong>{request.title}</strong>
      </p>
      <p>{words.text}</p>
    </Dialog>
  )
}
