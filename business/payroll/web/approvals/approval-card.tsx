import { Form, useNavigation } from 'react-router'
import { WithGrant } from '#platform/web/grants.tsx'
import { showDay, showDollars, showMoment } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { Approval } from '../../approvals.contract.ts'
import { type ApprovalState, KIND_NAMES } from '../../approvals.rules.ts'
import { METHOD_NAMES, type PaymentMethod } from '../../rules.ts'
import css from './approval-card.module.css'

const TONES: Record<ApprovalState, 'warn' | 'good' | 'bad' | 'quiet'> = {
  pending: 'warn',
  approved: 'good',
  refused: 'bad',
  expired: 'quiet'
}

/** What one admin asked for, with the buttons of another. `isOwn`: the admin who looks may not decide it. */
export function ApprovalCard({ approval, isOwn }: { approval: Approval; isOwn: boolean }) {
  const { id, kind, status, asked_by, asked_at, expires_at, payee } = approval
  return (
    <Card>
      <article aria-labelledby={`approval-${id}`} className={css['approval']}>
        <header className={css['head']}>
          <h2 id={`approval-${id}`} className={css['title']}>
            {KIND_NAMES[kind]}
            {payee && ` to ${payee.name}`}
          </h2>
          <Badge tone={TONES[status]}>{status}</Badge>
        </header>
        <dl className={css['fields']}>
          {rowsOf(approval).map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {before !== undefined && before !== after && (
                  <>
                    <del>{before}</del> →{' '}
                  </>
                )}
                <strong>{after}</strong>
              </dd>
            </div>
          ))}
        </dl>
        <p className={css['quiet']}>
          {asked_by.name} asked on <time dateTime={asked_at}>{showMoment(asked_at)}</time>
          {status === 'pending' && `, until ${showDay(expires_at)}`}.
        </p>
        <Decision approval={approval} isOwn={isOwn} />
      </article>
    </Card>
  )
}

function Decision({ approval: { id, status, decided_by, decided_at, reason }, isOwn }: { approval: Approval; isOwn: boolean }) {
  const sent = useNavigation().formData
  const busy = sent?.get('id') === id
  if (decided_by)
    return (
      <p className={css['quiet']}>
        {decided_by.name} {status} it{decided_at && ` on ${showMoment(decided_at)}`}.{reason && ` Reason: ${reason}`}
      </p>
    )
  if (status !== 'pending') return null
  if (isOwn) return <p className={css['quiet']}>Another admin has to decide this.</p>
  return (
    <WithGrant grant="finance">
      <div className={css['forms']}>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" name="intent" value="approve" kind="main" busy={busy && sent?.get('intent') === 'approve'}>
            Approve
          </Button>
        </Form>
        <details className={css['refuse']}>
          <summary>Refuse…</summary>
          <Form method="post" preventScrollReset className={css['reason']}>
            <input type="hidden" name="id" value={id} />
            <TextField label="Reason" name="reason" maxLength={500} required />
            <Button type="submit" name="intent" value="refuse" kind="danger" busy={busy && sent?.get('intent') === 'refuse'}>
              Refuse
            </Button>
          </Form>
        </details>
      </div>
    </WithGrant>
  )
}

type Row = { name: string; before: string | undefined; after: string }

/** The fields that change, in words. */
function rowsOf({ before, after }: Approval): Row[] {
  return Object.entries(after)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([field, value]) => ({
      name: FIELDS[field] ?? field.replaceAll('_', ' '),
      before: before[field] === undefined ? undefined : shown(field, before[field]),
      after: shown(field, value)
    }))
}

const FIELDS: Readonly<Record<string, string>> = {
  amount_cents: 'Amount',
  payment_method: 'Payment method',
  category: 'Category',
  wage_cents: 'Wage',
  license_price_cents: 'License price',
  deleted: 'Rule'
}

function shown(field: string, value: unknown): string {
  if (typeof value === 'number') return showDollars(value)
  if (field === 'payment_method') return METHOD_NAMES[value as PaymentMethod] ?? String(value)
  return field === 'deleted' ? 'is deleted' : String(value)
}
