import { Form, useNavigation } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldNotes } from '#platform/web/ui/form/field.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { EVENT_TYPES, EVENT_WORDS, MESSAGES, URL_MAX, type WebhookEvent } from '../../webhooks.rules.ts'
import css from './webhooks.module.css'

type Props = {
  fields: Readonly<Record<string, string>>
  url?: string
  events?: readonly WebhookEvent[]
  button: string
  /** Sent as the field `intent`. */
  intent: 'create' | 'save'
}

const whyNotUrl = (typed: string): string | undefined => (/^https?:\/\/\S/i.test(typed.trim()) ? undefined : MESSAGES.url)

/** The address and the events of a webhook, new or not. */
export function WebhookForm({ fields, url = '', events = [], button, intent }: Props) {
  const busy = useNavigation().formData?.get('intent') === intent
  return (
    <Form method="post" noValidate preventScrollReset className={css['fields']}>
      <input type="hidden" name="intent" value={intent} />
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={URL_MAX}
        defaultValue={url}
        placeholder="https://"
        hint="A public address that answers with a status from 200 to 299 within 10 seconds."
        check={whyNotUrl}
        error={fields['url']}
      />
      <fieldset className={css['events']} aria-describedby={fields['events'] ? 'events-notes' : undefined}>
        <legend>Events</legend>
        {EVENT_TYPES.map((type) => (
          <label key={type} className={css['event']}>
            <input type="checkbox" name="events" value={type} defaultChecked={events.includes(type)} />
            <span>
              {EVENT_WORDS[type]} <code>{type}</code>
            </span>
          </label>
        ))}
        <FieldNotes id="events" hint={undefined} error={fields['events']} />
      </fieldset>
      <Button type="submit" kind="main" busy={busy}>
        {button}
      </Button>
    </Form>
  )
}

/** Reads the form's address and events. */
export function readWebhookForm(form: FormData) {
  const chosen = form.getAll('events')
  return { url: String(form.get('url') ?? ''), events: EVENT_TYPES.filter((type) => chosen.includes(type)) }
}
