import { Form, useNavigation } from 'react-router'
import { showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { ListedKey } from '../../keys.contract.ts'
import { type KeyState, SCOPE_TEXTS } from '../../keys.rules.ts'
import css from './keys.module.css'

export type ShownKey = ListedKey & { state: KeyState }

const STATES = {
  active: { tone: 'good', text: 'Active' },
  ends_soon: { tone: 'warn', text: 'Ends soon' },
  expired: { tone: 'bad', text: 'Expired' }
} as const

/** The person's keys. `asked`: the key that is about to be deleted; its row asks, also before hydration. */
export function KeyList({ keys, asked }: { keys: readonly ShownKey[]; asked: string | null }) {
  if (keys.length === 0)
    return (
      <EmptyState drawing="folder" title="No API keys yet.">
        With a key, your programs search the catalogue, list your licenses, and download your files.
      </EmptyState>
    )
  return (
    <ul className={css['list']}>
      {keys.map((key) => (
        <li key={key.id} className={css['key']}>
          <KeyWords {...key} />
          <KeyDates {...key} />
          {asked === key.id ? (
            <DeleteKey {...key} />
          ) : (
            <LinkButton to={`/developers?delete=${key.id}`} small preventScrollReset aria-label={`Delete the key ${key.name}`}>
              Delete
            </LinkButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function KeyWords({ name, prefix, scopes, allowed_origins, state }: ShownKey) {
  return (
    <div className={css['words']}>
      <h3 className={css['name']}>
        <span>{name}</span> <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
      </h3>
      <p>
        <code>{prefix}…</code>
      </p>
      <p className={css['quiet']}>{scopes.map((scope) => SCOPE_TEXTS[scope].name).join(', ')}</p>
      <p className={css['quiet']}>
        {allowed_origins.length === 0 ? 'Programs, and pages of every origin' : `Pages of ${allowed_origins.join(', ')}`}
      </p>
    </div>
  )
}

function KeyDates({ created_at, expires_at, last_used_at, per_minute, state }: ShownKey) {
  return (
    <dl className={css['dates']}>
      <div>
        <dt>{state === 'expired' ? 'Ended' : 'Ends'}</dt>
        <dd>
          <Moment iso={expires_at} day />
        </dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>{last_used_at ? <Moment iso={last_used_at} /> : 'Never'}</dd>
      </div>
      <div>
        <dt>Made</dt>
        <dd>
          <Moment iso={created_at} day />
        </dd>
      </div>
      <div>
        <dt>Calls a minute</dt>
        <dd>{showNumber(per_minute)}</dd>
      </div>
    </dl>
  )
}

function DeleteKey({ id, name }: ShownKey) {
  const busy = useNavigation().formData?.get('intent') === 'delete-key'
  return (
    <Form method="post" action="/developers" preventScrollReset className={css['ask']}>
      <input type="hidden" name="intent" value="delete-key" />
      <input type="hidden" name="id" value={id} />
      <p role="status">Delete “{name}”? Programs that use it stop at once.</p>
      <div className={css['buttons']}>
        <Button type="submit" kind="danger" small busy={busy}>
          Delete key
        </Button>
        <LinkButton to="/developers" kind="quiet" small preventScrollReset>
          Keep it
        </LinkButton>
      </div>
    </Form>
  )
}
