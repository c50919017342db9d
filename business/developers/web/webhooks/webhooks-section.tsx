import { Link } from 'react-router'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { Webhook } from '../../webhooks.contract.ts'
import { WEBHOOKS_MAX } from '../../webhooks.rules.ts'
import { ShownOnce } from '../shown-once.tsx'
import { WebhookForm } from './webhook-form.tsx'
import css from './webhooks.module.css'

/** How to keep a secret that is shown once. */
export const KEEP = 'Copy this secret to where your receiver can read it. We cannot show it again.'

type Props = {
  webhooks: readonly Webhook[]
  /** What is wrong with the form that was sent. */
  fields?: Readonly<Record<string, string>> | undefined
  /** The webhook that was just created, with its secret. */
  created?: { url: string; secret: string } | undefined
}

/** The person's webhooks, and a form for another one. The form posts `intent=create` to the page that shows it. */
export function WebhooksSection({ webhooks, fields = {}, created }: Props) {
  return (
    <div className={css['desk']}>
      <Stack>
        {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
        {created && (
          <ShownOnce key={created.secret} title={`The webhook for ${created.url} is made.`} label="Secret" secret={created.secret}>
            {KEEP}
          </ShownOnce>
        )}
        {webhooks.length === 0 ? (
          <EmptyState title="No webhooks yet.">
            Enter an address of yours, and we tell it what happens, signed by Standard Webhooks.
          </EmptyState>
        ) : (
          <ul className={css['list']}>
            {webhooks.map((webhook) => (
              <WebhookCard key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </Stack>
      <Card aria-labelledby="new-webhook">
        <Stack gap={3}>
          <h2 id="new-webhook">New webhook</h2>
          {webhooks.length < WEBHOOKS_MAX ? (
            <WebhookForm key={created?.secret} fields={{ ...fields, form: '' }} button="Create webhook" intent="create" />
          ) : (
            <p>You have {WEBHOOKS_MAX} webhooks, which is the maximum.</p>
          )}
        </Stack>
      </Card>
    </div>
  )
}

function WebhookCard({ webhook: { id, url, events, is_active, failures, created_at } }: { webhook: Webhook }) {
  return (
    <li className={css['card']}>
      <h2 className={css['url']}>
        <Link to={`/developers/webhooks/${id}`}>{url}</Link>
      </h2>
      <p className={css['quiet']}>{events.join(', ')}</p>
      <p className={css['quiet']}>
        <WebhookState is_active={is_active} failures={failures} />
        <span>
          Made <Moment iso={created_at} day />
        </span>
      </p>
    </li>
  )
}

/** Whether a webhook is on, and how it is doing. */
export function WebhookState({ is_active, failures }: Pick<Webhook, 'is_active' | 'failures'>) {
  if (!is_active) return <Badge tone="bad">Off</Badge>
  if (failures > 0) return <Badge tone="warn">On, {failures === 1 ? '1 failed attempt' : `${failures} failed attempts in a row`}</Badge>
  return <Badge tone="good">On</Badge>
}
