import { Moment } from '#platform/web/ui/moment.tsx'
import type { ClaimMessage } from '../contract.ts'
import type { MessageSender } from '../rules.ts'
import css from './claims.module.css'

/** Whose messages stand on the right. */
const OWN = { claimant: 'claimant', desk: 'easel' } as const satisfies Record<string, MessageSender>

type ClaimMessagesProps = { messages: readonly ClaimMessage[]; reader: 'claimant' | 'desk'; brandName: string }

export function ClaimMessages({ messages, reader, brandName }: ClaimMessagesProps) {
  if (messages.length === 0) return null
  const names: Record<MessageSender, string> = { claimant: 'The claimant', easel: brandName, artist: 'The artist' }
  return (
    <section aria-label="Messages">
      <ol className={css['messages']}>
        {messages.map(({ from, body, at }) => (
          <li key={`${at}${from}`} className={css['message']} data-own={from === OWN[reader]}>
            <div className={css['quiet']}>
              {from === reader ? 'You' : names[from]}, <Moment iso={at} />
            </div>
            <p className={css['text']}>{body}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
