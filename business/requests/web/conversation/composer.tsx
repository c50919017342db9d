import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { Form } from 'react-router'
import { useShortcutGroup } from '#platform/web/shortcuts/shortcuts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import { IconUpload } from '#platform/web/ui/icons.ts'
import type { Attachment } from '../../conversation.contract.ts'
import { MESSAGE_MAX } from '../../rules.ts'
import { ComposerFiles } from './composer-files.tsx'
import css from './conversation.module.css'
import { forgetDraft, useDraft } from './use-draft.ts'
import { useUploads } from './use-uploads.ts'

const SHORTCUTS = {
  title: 'Messages',
  shortcuts: [
    { keys: 'Enter', does: 'Send the message' },
    { keys: 'Shift Enter', does: 'Start a new line' }
  ]
}
const ACCEPT = '.png,.jpg,.jpeg,.webp,.gif,.avif,.pdf,.zip'

type ComposerProps = { request_id: string; me: string; onSend: (body: string, attachments: Attachment[]) => void }

/** Enter sends and Shift+Enter starts a new line. The text survives a reload. */
export function Composer({ request_id, me, onSend }: ComposerProps) {
  const draft = `message.${me}.${request_id}`
  const form = useRef<HTMLFormElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  useShortcutGroup(SHORTCUTS)
  const keep = useDraft(draft, form)
  const { uploads, note, add, retry, remove, clear, isBusy } = useUploads(request_id)

  const send = () => {
    const body = text.current?.value.trim() ?? ''
    const attachments = uploads.flatMap(({ attachment }) => attachment ?? [])
    text.current?.focus()
    if (isBusy || (body === '' && attachments.length === 0)) return
    onSend(body, attachments)
    if (text.current) text.current.value = ''
    forgetDraft(draft)
    clear()
  }
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const pasted = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  }
  return (
    <Form
      ref={form}
      method="post"
      className={css['composer']}
      onInput={keep}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <input type="hidden" name="intent" value="say" />
      <input type="hidden" name="id" value={request_id} />
      <ComposerFiles uploads={uploads} note={note} onRetry={retry} onRemove={remove} />
      <label>
        <VisuallyHidden>Message</VisuallyHidden>
        <textarea
          ref={text}
          name="body"
          className={css['text']}
          rows={2}
          maxLength={MESSAGE_MAX}
          placeholder="Write a message"
          onKeyDown={typed}
          onPaste={pasted}
        />
      </label>
      <div className={css['tools']}>
        <label className={css['attach']}>
          <IconUpload size={18} aria-hidden="true" />
          Add files
          <input
            type="file"
            multiple
            accept={ACCEPT}
            aria-describedby={`files-${request_id}`}
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
        </label>
        <span id={`files-${request_id}`} className={classNames(css['quiet'], css['hint'])}>
          Images, PDFs, and ZIPs, up to 20 MB each
        </span>
        <Button type="submit" kind="main" disabled={isBusy}>
          {isBusy ? 'Uploading…' : 'Send'}
        </Button>
      </div>
    </Form>
  )
}
