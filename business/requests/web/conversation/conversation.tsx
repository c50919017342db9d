import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import type { BlockedFile, Message } from '../../conversation.contract.ts'
import { Composer } from './composer.tsx'
import css from './conversation.module.css'
import { Earlier } from './earlier.tsx'
import type { LiveState } from './live-events.ts'
import { goesOn, notYetAmong } from './merge-messages.ts'
import { MessageItem, OutgoingItem } from './message-item.tsx'
import { type Start, useConversation } from './use-conversation.ts'
import { type Outgoing, useOutgoing } from './use-outgoing.ts'
import { usePreservedScroll } from './use-preserved-scroll.ts'

type ConversationProps = {
  request_id: string
  /** The reader's user ID. */
  me: string
  start: Start
  /** The number of unread messages from others. */
  unread: number
}

/** The live conversation of the client, the assigned employee, and admins. Without JavaScript it is a list and a form. */
export function Conversation({ request_id, me, start, unread }: ConversationProps) {
  const outgoing = useOutgoing({ request_id, me, onSent: (message) => talk.add([message]) })
  const talk = useConversation({ request_id, me, start, unread, onLive: outgoing.retryAll })
  return (
    <section className={css['conversation']} aria-labelledby="conversation">
      <div className={css['head']}>
        <h3 id="conversation">Conversation</h3>
        <LiveMark state={talk.state} />
      </div>
      <BlockedFiles files={start.blocked} />
      <MessageLog me={me} talk={talk} outgoing={outgoing} />
      {talk.state === 'closed' ? (
        <Notice tone="warn">You no longer have access to this conversation.</Notice>
      ) : (
        <Composer
          request_id={request_id}
          me={me}
          onSend={(body, attachments) => {
            talk.seenAll()
            outgoing.send(body, attachments)
          }}
        />
      )}
    </section>
  )
}

/** For admins: files that nobody else sees, because they were refused. */
function BlockedFiles({ files }: { files: readonly BlockedFile[] }) {
  if (files.length === 0) return null
  return (
    <Notice tone="bad" title="Files that were blocked">
      <ul>
        {files.map(({ id, filename, uploader_name, notice }) => (
          <li key={id}>
            {filename}, from {uploader_name}. {notice}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const MARKS: Record<LiveState, string> = { connecting: '', live: 'Live', reconnecting: 'Reconnecting…', closed: '' }

const LiveMark = ({ state }: { state: LiveState }) => (
  <span className={css['mark']} data-state={state} role="status">
    {MARKS[state]}
  </span>
)

type LogProps = { me: string; talk: ReturnType<typeof useConversation>; outgoing: ReturnType<typeof useOutgoing> }

function MessageLog({ me, talk: { messages, more, divider, loadEarlier }, outgoing }: LogProps) {
  const unsent = notYetAmong(messages, outgoing.list)
  const { box, onScroll, isAway, toEnd } = usePreservedScroll(messages, unsent.length)
  return (
    <div className={css['frame']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrollable area must be reachable by keyboard */}
      <div className={css['log']} ref={box} onScroll={onScroll} role="log" aria-label="Messages" tabIndex={0}>
        {more && <Earlier load={loadEarlier} label="Earlier messages" failure="The messages could not be loaded." />}
        {messages.length + unsent.length === 0 && <p className={css['none']}>No messages yet. Add details or ask a question.</p>}
        <ol className={css['messages']}>
          {messages.map((message, index) => (
            <MessageLine
              key={message.position}
              {...{ message, before: messages[index - 1], me }}
              isFirstUnread={divider === message.position}
            />
          ))}
          {unsent.map((one: Outgoing) => (
            <OutgoingItem key={one.key} outgoing={one} onRetry={() => outgoing.retry(one.key)} onDrop={() => outgoing.drop(one.key)} />
          ))}
        </ol>
      </div>
      {isAway && (
        <Button type="button" small className={css['toEnd']} onClick={toEnd}>
          Newest messages
        </Button>
      )}
    </div>
  )
}

type LineProps = { message: Message; before: Message | undefined; me: string; isFirstUnread: boolean }

function MessageLine({ message, before, me, isFirstUnread }: LineProps) {
  return (
    <>
      {isFirstUnread && (
        <li className={css['divider']}>
          <span>New messages</span>
        </li>
      )}
      <MessageItem message={message} isMine={message.author_id === me} isGoingOn={!isFirstUnread && goesOn(message, before)} />
    </>
  )
}
