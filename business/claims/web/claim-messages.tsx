import { Moment } from '#platform/web/ui/moment.tsx'
import type { ClaimMessage } from '../contract.ts'
import type { MessageSender } from '../rules.ts'
import css from './claims.module.css'

const NAMES: Record<MessageSender, string> = { claimant: 'The claimant', easel: 'Easel', artist: 'The artist' }

/** Whose messages stand on the right. */
const OWN = { claimant: 'claimant', desk: 'easel' } as const satisfies Record<string, MessageSender>

export function ClaimMessages({ messages, reader }: { messages: readonly ClaimMessage[]; reader: 'claimant' | 'desk' }) {
  if (messages.length === 0) return null
  return (
    <section aria-label="Messages">
      <ol className={css['messages']}>
        {messages.map(({ from, body, at }) => (
          <li key={`${at}${from}`} className={css['message']} data-own={from === OWN[reader]}>
            <div className={css['quiet']}>
              {from === reader ? 'You' : NAMES[from]}, <Moment iso={at} />
            </div>
            <p className={css['text']}>{body}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
