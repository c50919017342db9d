import { Link } from 'react-router'
import { LinkButton } from '#platform/web/ui/button.tsx'
import type { Webhook } from '../../webhooks.contract.ts'
import { Section } from '../section.tsx'
import css from './webhooks.module.css'
import { WebhookState } from './webhooks-section.tsx'

/** What webhooks are, the person's own, and the way to their page. */
export function WebhooksSummary({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <Section
      id="webhooks"
      title="Webhooks"
      intro="We call an address of yours when something happens to your licenses, assets, subscription, requests, or payouts. Every call is signed."
    >
      {webhooks.length > 0 && (
        <ul className={css['list']}>
          {webhooks.map(({ id, url, is_active, failures }) => (
            <li key={id} className={css['card']}>
              <p className={css['url']}>
                <Link to={`/developers/webhooks/${id}`}>{url}</Link>
              </p>
              <p>
                <WebhookState is_active={is_active} failures={failures} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <p>
        <LinkButton to="/developers/webhooks">{webhooks.length > 0 ? 'Manage webhooks' : 'Make a webhook'}</LinkButton>
      </p>
    </Section>
  )
}
