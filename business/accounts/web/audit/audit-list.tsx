import { showMoment } from '#platform/web/show.ts'
import type { ListedAuditEntry } from '../../users.contract.ts'
import css from './audit-log.module.css'
import { detailRows, sentenceOf } from './audit-sentence.ts'

/** One sentence per entry, with the details in a disclosure. */
export function AuditList({ entries }: { entries: readonly ListedAuditEntry[] }) {
  return (
    <ul className={css['list']}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <details className={css['entry']}>
            <summary className={css['line']}>
              <SentenceOf entry={entry} />
              <time className={css['when']} dateTime={entry.occurred_at} title={entry.occurred_at}>
                {showMoment(entry.occurred_at)}
              </time>
            </summary>
            <Details entry={entry} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function SentenceOf({ entry }: { entry: ListedAuditEntry }) {
  const { actor, verb, subject, rest } = sentenceOf(entry)
  return (
    <span className={css['sentence']}>
      <strong>{actor}</strong> {verb}
      {subject && (
        <>
          {' '}
          <strong>{subject}</strong>
        </>
      )}
      {rest && ` ${rest}`}
    </span>
  )
}

function Details({ entry: { id, occurred_at, actor, action, subject, details } }: { entry: ListedAuditEntry }) {
  const rows: [name: string, value: string][] = [
    ['By', actor ? `${actor.name} (${actor.email})` : 'Nobody signed in'],
    ['Action', action],
    ['Subject', `${subject.kind} ${subject.id}`],
    ['Exact time', occurred_at],
    ...detailRows(details),
    ['Entry', String(id)]
  ]
  return (
    <dl className={css['details']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
