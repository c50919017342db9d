import { showBytes } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { Attachment, Message } from '../../conversation.contract.ts'
import css from './conversation.module.css'
import type { Outgoing } from './use-outgoing.ts'

const ROLES = { client: 'Client', employee: 'Employee', admin: 'Admin' } as const

type MessageItemProps = { message: Message; isMine: boolean; isGoingOn: boolean }

export function MessageItem({ message, isMine, isGoingOn }: MessageItemProps) {
  const { author_name, author_role, body, attachments, created_at } = message
  return (
    <li className={classNames(css['message'], isMine && css['mine'])} data-position={message.position}>
      {!isGoingOn && (
        <div className={css['by']}>
          <strong>{isMine ? 'You' : author_name}</strong>
          {!isMine && author_role && <span>{ROLES[author_role]}</span>}
          <Moment iso={created_at} />
        </div>
      )}
      <div className={css['bubble']}>
        {body && <p>{body}</p>}
        <Files attachments={attachments} />
      </div>
    </li>
  )
}

/** The reader's own message that was not sent yet. */
export function OutgoingItem({ outgoing, onRetry, onDrop }: { outgoing: Outgoing; onRetry: () => void; onDrop: () => void }) {
  const { body, attachments, state, error } = outgoing
  return (
    <li className={classNames(css['message'], css['mine'], css['outgoing'])}>
      <div className={css['bubble']}>
        {body && <p>{body}</p>}
        <Files attachments={attachments} />
      </div>
      {state === 'sending' ? (
        <div className={css['by']}>
          <Spinner /> Sending…
        </div>
      ) : (
        <div className={css['failed']} role="alert">
          <span>{error}</span>
          <span className={css['failedButtons']}>
            <Button type="button" small onClick={onRetry}>
              Try again
            </Button>
            <Button type="button" small kind="quiet" onClick={onDrop}>
              Discard
            </Button>
          </span>
        </div>
      )}
    </li>
  )
}

function Files({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <ul className={css['files']}>
      {attachments.map(({ id, url, filename, size_in_kb, has_preview, notice }) => (
        <li key={id}>
          {notice ? (
            <span className={css['file']}>
              <span>
                {filename} <span className={css['bad']}>{notice}</span>
              </span>
            </span>
          ) : (
            <a href={url} download={filename} className={css['file']}>
              {has_preview ? <img src={`${url}?preview=1`} alt="" loading="lazy" /> : <IconDownload size={18} aria-hidden="true" />}
              <span>
                {filename} <span className={css['quiet']}>{showBytes(Math.round(size_in_kb * 1024))}</span>
              </span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
