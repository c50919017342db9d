import { Link } from 'react-router'
import { showDay, showMoment, showTime } from '#platform/web/show.ts'
import type { ListedAuditEntry } from '../../audit.contract.ts'
import { GRANT_TEXTS } from '../../rules.ts'
import css from './audit-log.module.css'
import { brief, changesOf, detailRows, sentenceOf } from './audit-sentence.ts'
import { iconOf, pageOf } from './audit-subjects.ts'

/** The entries by day, newest first: one sentence each with what it changed, and the details in a disclosure. */
export function AuditList({ entries }: { entries: readonly ListedAuditEntry[] }) {
  const days = [...new Set(entries.map(({ occurred_at }) => showDay(occurred_at)))]
  return days.map((day) => (
    <section key={day} className={css['day']} aria-label={day}>
      <h2 className={css['date']}>{day}</h2>
      <ul className={css['list']}>
        {entries
          .filter(({ occurred_at }) => showDay(occurred_at) === day)
          .map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
      </ul>
    </section>
  ))
}

function Entry({ entry }: { entry: ListedAuditEntry }) {
  const Icon = iconOf(entry.subject)
  const { occurred_at } = entry
  return (
    <li>
      <details className={css['entry']}>
        <summary className={css['line']}>
          <span className={css['icon']}>
            <Icon size={18} stroke={1.7} aria-hidden="true" />
          </span>
          <span className={css['what']}>
            <SentenceOf entry={entry} />
            <Changes entry={entry} />
          </span>
          <time className={css['when']} dateTime={occurred_at} title={showMoment(occurred_at)}>
            {showTime(occurred_at)}
          </time>
        </summary>
        <Details entry={entry} />
      </details>
    </li>
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

/** More are in the details. */
const CHANGES_SHOWN = 3

function Changes({ entry }: { entry: ListedAuditEntry }) {
  const changes = changesOf(entry)
  if (changes.length === 0) return null
  const more = changes.length - CHANGES_SHOWN
  return (
    <span className={css['changes']}>
      {changes.slice(0, CHANGES_SHOWN).map(({ name, before, after }) => (
        <span key={name} className={css['change']}>
          <span className={css['name']}>{name}</span> <del>{brief(before)}</del> <span className={css['arrow']}>→</span>{' '}
          <ins>{brief(after)}</ins>
        </span>
      ))}
      {more > 0 && <span className={css['name']}>and {more} more</span>}
    </span>
  )
}

function Details({ entry }: { entry: ListedAuditEntry }) {
  const { id, occurred_at, actor, action, subject, area, seal } = entry
  const page = pageOf(entry)
  const rows: [name: string, value: string][] = [
    ['By', actor ? `${actor.name} (${actor.email})` : 'Nobody signed in'],
    ['Area', GRANT_TEXTS[area].label],
    ['Action', action],
    ['Subject', `${subject.kind} ${subject.id}`],
    ['Exact time', occurred_at],
    ...detailRows(entry),
    ['Entry', String(id)],
    ['Seal', seal ? `${seal.position}:${seal.hash}` : 'In a few seconds']
  ]
  return (
    <div className={css['more']}>
      <dl className={css['details']}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css['links']}>
        {page && <Link to={page}>Open {subject.label ?? 'its page'}</Link>}
        {actor && <Link to={`/admin/audit-log?${new URLSearchParams({ person: actor.id })}`}>Everything by {actor.name}</Link>}
        <Link to={`/admin/audit-log?${new URLSearchParams({ q: subject.id })}`}>Everything about this</Link>
      </p>
    </div>
  )
}
