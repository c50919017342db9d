import type { ReactNode } from 'react'
import { showBytes, showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Tone } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { Operations, ReplicaState } from '../contract.ts'
import { lagText } from '../rules.ts'
import css from './operations-page.module.css'

/** One line of status for each thing that the shop depends on. */
export function Health({ operations }: { operations: Operations }) {
  return (
    <section className={css['section']} aria-labelledby="health">
      <h2 id="health">Status</h2>
      <dl className={css['health']}>
        <Email {...operations} />
        <Events {...operations} />
        <Disk {...operations} />
        <Store {...operations} />
        {operations.replicas.map((replica) => (
          <Replica key={replica.name} {...replica} />
        ))}
        <Backup {...operations} />
        <Ledger {...operations} />
      </dl>
    </section>
  )
}

type StatusProps = { label: string; tone: Tone | 'quiet'; state: string; children?: ReactNode }

function Status({ label, tone, state, children }: StatusProps) {
  return (
    <div className={css['status']}>
      <dt>{label}</dt>
      <dd>
        <Badge tone={tone}>{state}</Badge>
      </dd>
      {children && <dd className={css['note']}>{children}</dd>}
    </div>
  )
}

function Email({ mail_failures: { retrying, failed, reason } }: Operations) {
  if (retrying > 0)
    return (
      <Status label="Email" tone="bad" state={`${showNumber(retrying)} not sent yet`}>
        Tried again by itself. {reason && <>The mail server’s answer: {reason}</>}
      </Status>
    )
  if (failed > 0)
    return (
      <Status label="Email" tone="warn" state={`${showNumber(failed)} failed`}>
        See the failed jobs below.
      </Status>
    )
  return (
    <Status label="Email" tone="good" state="Working">
      No email waits for another try.
    </Status>
  )
}

function Events({ webhook_events: { unprocessed } }: Operations) {
  if (unprocessed === 0)
    return (
      <Status label="PayPal’s events" tone="good" state="All processed">
        Refunds, disputes, and renewals are up to date.
      </Status>
    )
  return (
    <Status label="PayPal’s events" tone="warn" state={`${showNumber(unprocessed)} not processed`}>
      See the list below.
    </Status>
  )
}

function Disk({ disk }: Operations) {
  if (!disk) return <Status label="Disk" tone="bad" state="Unknown" />
  return (
    <Status label="Disk" tone={disk.is_low ? 'bad' : 'good'} state={disk.is_low ? 'Almost full' : 'Enough room'}>
      {showBytes(disk.free_bytes)} of {showBytes(disk.total_bytes)} are free.
    </Status>
  )
}

function Store({ store: { is_reachable } }: Operations) {
  return (
    <Status label="File store" tone={is_reachable ? 'good' : 'bad'} state={is_reachable ? 'Reachable' : 'No answer'}>
      {is_reachable ? 'Uploads and downloads work.' : 'Nothing can be uploaded or downloaded.'}
    </Status>
  )
}

const REPLICAS = { in_use: ['good', 'In use'], behind: ['warn', 'Too far behind'], away: ['warn', 'No answer'] } as const

function Replica({ name, state, lag_ms, is_standby }: ReplicaState) {
  const label = `Replica ${name}`
  if (state === 'in_use' && !is_standby)
    return (
      <Status label={label} tone="warn" state="In use, no standby">
        It does not follow the primary. If it was promoted, visitors see old data: check DATABASE_READ_URL.
      </Status>
    )
  const [tone, word] = REPLICAS[state]
  return (
    <Status label={label} tone={tone} state={word}>
      {lag_ms !== null && `At most ${lagText(lag_ms)} behind. `}
      {state === 'in_use' ? 'Visitors’ reads come from it.' : 'Visitors’ reads come from the primary.'}
    </Status>
  )
}

function Backup({ last_backup: { at, bytes, files }, problems }: Operations) {
  if (at === null)
    return (
      <Status label="Last backup" tone="quiet" state="None yet">
        npm run backup makes one.
      </Status>
    )
  const isLate = problems.some(({ id }) => id === 'backup_missing')
  return (
    <Status label="Last backup" tone={isLate ? 'warn' : 'good'} state={isLate ? 'Overdue' : 'Done'}>
      <Moment iso={at} />
      {bytes !== null && `, ${showBytes(bytes)}`}
      {files !== null && `, ${showNumber(files)} files`}
    </Status>
  )
}

const LEDGER = { intact: ['good', 'Intact'], broken: ['bad', 'Broken'], unchecked: ['quiet', 'Not checked yet'] } as const

function Ledger({ ledger_seal: { state, checked_at, position, broken } }: Operations) {
  const [tone, word] = LEDGER[state]
  return (
    <Status label="Ledger" tone={tone} state={word}>
      {broken && `${broken}. `}
      {checked_at === null ? (
        'It is checked each night.'
      ) : (
        <>
          Checked <Moment iso={checked_at} />
          {position !== null && `, up to seal ${showNumber(position)}`}
        </>
      )}
    </Status>
  )
}
