import { Form } from 'react-router'
import { showDay, showDollars, showMoment, showNumber } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { useDoneToast } from '#platform/web/use-done-toast.ts'
import type { AdminSubscription } from '#subscriptions/admin.contract.ts'
import { EXTEND_DAYS } from '#subscriptions/rules.ts'
import { PlanState } from '#subscriptions/web/index.ts'
import { TYPE_LABELS } from './subscription-words.ts'
import css from './subscriptions-page.module.css'
import { type Asked, useSubscriptionAction } from './use-subscription-action.ts'

type TableProps = { subscriptions: readonly AdminSubscription[]; onAsk: (asked: Asked) => void }

export function SubscriptionTable({ subscriptions, onAsk }: TableProps) {
  return (
    <DeskTable
      name="subscriptions"
      caption="Subscriptions"
      rows={subscriptions}
      rowKey={({ id }) => id}
      columns={[
        { head: 'Client', kind: 'title', cell: (subscription) => <Who subscription={subscription} /> },
        { head: 'Plan', cell: (subscription) => <What subscription={subscription} /> },
        { head: 'Price', kind: 'number', cell: (subscription) => <Price subscription={subscription} /> },
        { head: 'Status', cell: ({ state }) => <PlanState state={state} /> },
        { head: 'Downloads', kind: 'number', cell: usage },
        { head: 'Until', kind: 'date', cell: (subscription) => <Until subscription={subscription} /> },
        { head: '', kind: 'actions', cell: (subscription) => <Actions subscription={subscription} onAsk={onAsk} /> }
      ]}
    />
  )
}

const usage = ({ downloads_used, downloads_limit }: AdminSubscription) =>
  downloads_limit === 0 ? '–' : `${showNumber(downloads_used)} of ${showNumber(downloads_limit)}`

/** The client, and the error of the last action in this row. */
function Who({ subscription }: { subscription: AdminSubscription }) {
  const { outcome } = useSubscriptionAction(subscription)
  useDoneToast(outcome)
  const failure = Object.values(outcome?.fields ?? {})[0]
  return (
    <div className={css['words']}>
      <span className={css['name']}>{subscription.user_name}</span>
      <span className={css['note']}>{subscription.user_email}</span>
      {failure && (
        <span className={css['failure']} role="alert">
          {failure}
        </span>
      )}
    </div>
  )
}

const What = ({ subscription: { plan_name, plan_type, source } }: { subscription: AdminSubscription }) => (
  <div className={css['words']}>
    <span>{plan_name}</span>
    <span className={css['note']}>
      {TYPE_LABELS[plan_type]}, {source === 'paypal' ? 'PayPal' : 'set up by admin'}
    </span>
  </div>
)

/** Why the price cannot change: PayPal only takes a new price for a subscription that renews. */
function priceBlock({ source, is_active, auto_renew }: AdminSubscription): string | undefined {
  return source === 'paypal' && !(is_active && auto_renew) ? 'This PayPal subscription does not renew.' : undefined
}

function Price({ subscription }: { subscription: AdminSubscription }) {
  const { price_cents, next_price_cents, next_price_agreed, expires_at } = subscription
  return (
    <div className={css['words']}>
      <span>{showDollars(price_cents)}</span>
      {next_price_cents !== null && next_price_cents !== price_cents && (
        <span className={css['note']}>
          {showDollars(next_price_cents)} {expires_at && `from ${showDay(expires_at)}`}
          {!next_price_agreed && ', not approved yet'}
        </span>
      )}
    </div>
  )
}

function Until({ subscription: { expires_at, is_active, auto_renew } }: { subscription: AdminSubscription }) {
  if (!expires_at) return '–'
  return (
    <div className={css['words']}>
      <time dateTime={expires_at} title={showMoment(expires_at)}>
        {showDay(expires_at)}
      </time>
      {is_active && <span className={css['note']}>{auto_renew ? 'renews' : 'ends'}</span>}
    </div>
  )
}

type ActionsProps = { subscription: AdminSubscription; onAsk: (asked: Asked) => void }

function Actions({ subscription, onAsk }: ActionsProps) {
  const { id, is_active, state, user_name } = subscription
  const { busy } = useSubscriptionAction({ id })
  if (state === 'created') return <span className={css['note']}>Waiting for PayPal</span>
  const ask = (intent: Asked['intent'], label: string, blocked?: string) => (
    <Button
      type="button"
      small
      kind={intent === 'cancel' ? 'danger' : 'quiet'}
      disabled={busy || blocked !== undefined}
      title={blocked}
      aria-label={`${label} subscription of ${user_name}${blocked ? `: ${blocked}` : ''}`}
      onClick={() => onAsk({ subscription, intent })}
    >
      {label}
    </Button>
  )
  return (
    <div className={css['actions']}>
      {!is_active && <Action subscription={subscription} intent="activate" label="Activate" />}
      {(is_active || state === 'inactive') && <Action subscription={subscription} intent="extend" label={`Extend ${EXTEND_DAYS} days`} />}
      {ask('convert', 'Convert')}
      {ask('price', 'Price', priceBlock(subscription))}
      {is_active && ask('cancel', 'Cancel')}
    </div>
  )
}

/** Runs immediately, without a dialog. Works as a plain form without JavaScript. */
function Action({ subscription, intent, label }: { subscription: AdminSubscription; intent: string; label: string }) {
  const { busy, doing, run } = useSubscriptionAction(subscription)
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        run(intent)
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={subscription.id} />
      <Button
        type="submit"
        small
        disabled={busy}
        busy={busy && doing === intent}
        aria-label={`${label} subscription of ${subscription.user_name}`}
      >
        {label}
      </Button>
    </Form>
  )
}
