import { useId, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FieldErrors } from '#platform/web/action.ts'
import { showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import longCss from '#platform/web/ui/form/long-form.module.css'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { Announcement } from '../contract.ts'
import {
  type AnnouncementState,
  BODY_MAX,
  mayEdit,
  maySend,
  mayStop,
  PER_MINUTE,
  paragraphsOf,
  STATE_LABELS,
  SUBJECT_MAX,
  TEXTS
} from '../rules.ts'
import css from './marketing-page.module.css'

type Text = { subject: string; body: string }

/** What the page's action answers. `saved` is the text that was saved, with the id '' for a new draft; `typed` refills the form. */
export type Outcome = { done?: string; saved?: Text & { id: string }; fields?: FieldErrors; typed?: Text }

type AnnouncementDeskProps = { announcements: readonly Announcement[]; draft_id: string | null; outcome: Outcome }

/** The form for a new announcement or a draft, and the announcements with their progress. */
export function AnnouncementDesk({ announcements, draft_id, outcome }: AnnouncementDeskProps) {
  const draft = announcements.find(({ id, state }) => id === draft_id && mayEdit(state))
  const form = useId()
  const { round, textOf, keep } = useUnsaved(outcome)
  const open = draft?.id ?? ''
  return (
    <section aria-labelledby="write" className={css['section']}>
      <h2 id="write">{draft ? 'Change the draft' : 'Write news'}</h2>
      <Write key={open || `new ${round}`} {...{ form, draft, outcome, unsaved: textOf(open) }} onType={(text) => keep(open, text)} />
      {announcements.length > 0 && (
        <ul className={css['announcements']}>
          {announcements.map((announcement) => (
            <Item key={announcement.id} announcement={announcement} form={announcement.id === draft?.id ? form : undefined} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Text that is typed and not saved, by draft: another button or another draft does not lose it. `round` counts the new drafts that were saved. */
function useUnsaved(outcome: Outcome) {
  const [texts, setTexts] = useState<ReadonlyMap<string, Text>>(new Map())
  const [round, setRound] = useState(0)
  const [known, setKnown] = useState(outcome)
  if (known !== outcome) {
    setKnown(outcome)
    const { saved } = outcome
    if (saved && isSame(texts.get(saved.id) ?? saved, saved)) {
      setTexts(new Map([...texts].filter(([id]) => id !== saved.id)))
      if (saved.id === '') setRound(round + 1)
    }
  }
  return {
    round,
    textOf: (id: string): Text | undefined => texts.get(id),
    keep: (id: string, text: Text) => setTexts((texts) => new Map(texts).set(id, text))
  }
}

/** What is typed while it is being saved differs, and is kept. */
const isSame = (one: Text, other: Text): boolean => one.subject === other.subject && one.body === other.body

const required = (message: string) => (typed: string) => (typed.trim() === '' ? message : undefined)

type WriteProps = {
  form: string
  draft: Announcement | undefined
  outcome: Outcome
  unsaved: Text | undefined
  onType: (text: Text) => void
}

function Write({ form, draft, outcome: { fields = {}, typed }, unsaved, onType }: WriteProps) {
  const saved = typed ?? { subject: draft?.subject ?? '', body: draft?.body ?? '' }
  const [started] = useState(unsaved ?? saved)
  const shown = unsaved ?? saved
  const intent = useNavigation().formData?.get('intent')
  const sentOnce = useSentOnce(Boolean(intent), fields)
  return (
    <div className={css['write']}>
      <Form id={form} method="post" noValidate className={longCss['form']} onSubmit={sentOnce}>
        <input type="hidden" name="id" value={draft?.id ?? ''} />
        <TextField
          {...{ label: 'Subject', name: 'subject', required: true, maxLength: SUBJECT_MAX, defaultValue: started.subject }}
          check={required(TEXTS.subject)}
          error={fields['subject']}
          onChange={({ currentTarget: { value } }) => onType({ ...shown, subject: value })}
        />
        <TextArea
          {...{ label: 'Text', name: 'body', required: true, rows: 8, maxLength: BODY_MAX, defaultValue: started.body }}
          hint="Plain text. An empty line begins a paragraph."
          check={required(TEXTS.body)}
          error={fields['body']}
          onChange={({ currentTarget: { value } }) => onType({ ...shown, body: value })}
        />
        <div className={css['actions']}>
          <Button type="submit" kind="main" name="intent" value="save" busy={intent === 'save'}>
            Save draft
          </Button>
          {draft && (
            <LinkButton to="/admin/marketing" kind="quiet">
              Write another
            </LinkButton>
          )}
        </div>
      </Form>
      <Preview {...shown} />
    </div>
  )
}

function Preview({ subject, body }: { subject: string; body: string }) {
  const paragraphs = paragraphsOf(body)
  return (
    <section aria-label="Preview" className={css['preview']}>
      <p className={css['quiet']}>Preview</p>
      <h3>{subject.trim() || 'Subject'}</h3>
      {paragraphs.length === 0 && <p className={css['quiet']}>Your text appears here.</p>}
      {paragraphs.map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph has nothing else
        <p key={place}>{paragraph}</p>
      ))}
      <p className={css['quiet']}>Unsubscribe</p>
    </section>
  )
}

const TONES: Readonly<Record<AnnouncementState, 'info' | 'good' | 'warn' | 'quiet'>> = {
  draft: 'quiet',
  sending: 'info',
  stopped: 'warn',
  sent: 'good'
}

function progressOf({ state, sent_count, left_count }: Announcement): string {
  const sent = `${showNumber(sent_count)} sent`
  if (state === 'draft') return `Goes to ${showNumber(left_count)} ${left_count === 1 ? 'address' : 'addresses'}`
  if (state === 'sent') return sent
  return `${sent}, ${showNumber(left_count)} to go`
}

type ItemProps = {
  announcement: Announcement
  /** The form in which it is being changed: its buttons send what is typed there, too. */
  form: string | undefined
}

function Item({ announcement, form }: ItemProps) {
  const { id, subject, state, created_at, started_at, sent_count, left_count } = announcement
  return (
    <li className={css['announcement']}>
      <div className={css['about']}>
        <h3>{subject}</h3>
        <p className={css['quiet']}>
          <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge> {progressOf(announcement)} · <Moment iso={started_at ?? created_at} />
        </p>
        {state === 'sending' && (
          <>
            <progress value={sent_count} max={sent_count + left_count} aria-label={`Progress of ${subject}`} />
            <p className={css['quiet']}>{PER_MINUTE} a minute, after all other email. You can leave this page.</p>
          </>
        )}
      </div>
      <Actions id={id} subject={subject} state={state} form={form} />
    </li>
  )
}

type ActionsProps = Pick<Announcement, 'id' | 'subject' | 'state'> & Pick<ItemProps, 'form'>

function Actions({ id, subject, state, form }: ActionsProps) {
  return (
    <div className={css['actions']}>
      {mayEdit(state) && (
        <LinkButton to={`/admin/marketing?draft=${id}`} small aria-label={`Edit ${subject}`}>
          Edit
        </LinkButton>
      )}
      <Act {...{ id, form }} intent="test" label="Send me a test" about={subject} />
      {maySend(state) && <Act {...{ id, form }} intent="send" label={state === 'stopped' ? 'Go on' : 'Send'} about={subject} />}
      {mayStop(state) && <Act {...{ id, form }} intent="stop" label="Stop" about={subject} />}
    </div>
  )
}

type ActProps = Pick<ActionsProps, 'id' | 'form'> & { intent: 'test' | 'send' | 'stop'; label: string; about: string }

function Act({ id, form, intent, label, about }: ActProps) {
  const { formData } = useNavigation()
  const busy = formData?.get('intent') === intent && formData.get('id') === id
  const button = (
    <Button
      {...{ type: 'submit', name: 'intent', value: intent, form, busy, small: true, kind: intent === 'send' ? 'main' : 'plain' }}
      aria-label={`${label}: ${about}`}
    >
      {label}
    </Button>
  )
  if (form) return button
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      {button}
    </Form>
  )
}
