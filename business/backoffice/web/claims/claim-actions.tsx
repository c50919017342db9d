import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { DeskClaim, MailPreview } from '#claims/desk.contract.ts'
import { CLAIM_MAX, type Decision, isOpen, MESSAGES } from '#claims/rules.ts'
import { useShortcutGroup, useShortcutKeys } from '#platform/web/shortcuts/shortcuts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { ReasonDialog } from '#platform/web/ui/feedback/reason-dialog.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import css from './claim-page.module.css'
import { submitOnCtrlEnter } from './submit-keys.ts'

type Choice = { decision: Decision; key: string; name: string; verb: string; kind: 'danger' | 'main'; hint: string }

const CHOICES: readonly Choice[] = [
  {
    ...{ decision: 'uphold', key: 'u', name: 'Uphold', verb: 'Uphold and take off sale', kind: 'danger' },
    hint: 'The claimant and the artist read this.'
  },
  {
    ...{ decision: 'reject', key: 'r', name: 'Reject', verb: 'Reject the claim', kind: 'main' },
    hint: 'The claimant reads this. The artist is not told.'
  },
  { ...{ decision: 'ask', key: 'a', name: 'Ask', verb: 'Ask the claimant', kind: 'main' }, hint: 'The claimant reads this and can answer.' }
]

/** What an admin can do with the claim in its state. */
export function ClaimActions({ claim, isOwn }: { claim: DeskClaim; isOwn: boolean }) {
  const [dialog, setDialog] = useState<'suit' | 'resume'>()
  const close = () => setDialog(undefined)
  if (isOwn && isOpen(claim.state)) return <Notice>This claim is about your own work. Another admin has to decide it.</Notice>
  return (
    <>
      {isOpen(claim.state) && <DecisionForm />}
      <div className={css['buttons']}>
        {claim.state === 'countered' && !claim.suit && (
          <Button type="button" onClick={() => setDialog('suit')}>
            Record a suit…
          </Button>
        )}
        {claim.strikes.uploads_paused && (
          <Button type="button" onClick={() => setDialog('resume')}>
            Resume the artist’s uploads…
          </Button>
        )}
      </div>
      {dialog === 'suit' && (
        <ReasonDialog
          {...{ title: 'Record that the claimant filed suit?', verb: 'Record', kind: 'main', reason_max: CLAIM_MAX.note, onClose: close }}
          {...{ hint: 'The court, the number, and the day. Only admins read this.', sent: { intent: 'suit' } }}
          {...{ done: 'Suit recorded.', failed: 'Error recording the suit.' }}
        >
          <p>The asset then stays off sale until an admin releases it. The artist is told.</p>
        </ReasonDialog>
      )}
      {dialog === 'resume' && (
        <ReasonDialog
          {...{ title: `Let ${claim.asset.employee_name} upload again?`, verb: 'Resume', kind: 'main', reason_max: CLAIM_MAX.reason }}
          {...{ hint: 'Only admins read this.', sent: { intent: 'resume', artist_id: claim.asset.owner_id }, onClose: close }}
          {...{ done: 'Uploads resumed.', failed: 'Error resuming uploads.' }}
        >
          <p>Each further claim that is upheld pauses them again.</p>
        </ReasonDialog>
      )}
    </>
  )
}

const SEND_HINT = 'Ctrl Enter sends it (⌘ Enter on a Mac).'

type Answered = { fields?: Readonly<Record<string, string>>; mails?: MailPreview[]; done?: true }

/** One keystroke opens a decision; Ctrl Enter in the message sends it. The emails can be read before. */
function DecisionForm() {
  const [choice, setChoice] = useState<Choice>()
  const [message, setMessage] = useState('')
  const sending = useFetcher<Answered>()
  const previewing = useFetcher<Answered>()
  const choose = (next: Choice) => {
    setChoice(next)
    requestAnimationFrame(() => document.getElementById('decision-message')?.focus())
  }
  useDecisionKeys(choose)
  const busy = sending.state !== 'idle'
  const fields = sending.data?.fields ?? previewing.data?.fields ?? {}
  const sent = (intent: string) => ({ intent, decision: choice?.decision ?? '', message })
  return (
    <section aria-labelledby="decide" className={css['decide']} data-chosen={choice?.decision}>
      <h2 id="decide">Decide</h2>
      <div className={css['choices']}>
        {CHOICES.map((one) => (
          <Button
            key={one.decision}
            type="button"
            aria-pressed={choice?.decision === one.decision}
            aria-keyshortcuts={one.key}
            onClick={() => choose(one)}
          >
            {one.name} <kbd>{one.key.toUpperCase()}</kbd>
          </Button>
        ))}
      </div>
      {choice && (
        <sending.Form method="post" className={css['form']} noValidate>
          <input type="hidden" name="intent" value="decide" />
          <input type="hidden" name="decision" value={choice.decision} />
          {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
          <TextArea
            {...{ id: 'decision-message', label: 'Message', name: 'message', rows: 4, maxLength: CLAIM_MAX.message }}
            {...{ value: message, error: fields['message'], hint: `${choice.hint} ${SEND_HINT}` }}
            onKeyDown={busy ? undefined : submitOnCtrlEnter}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
            check={(typed) => (typed.trim() === '' ? MESSAGES.message : undefined)}
          />
          <div className={css['buttons']}>
            <Button type="submit" kind={choice.kind} busy={busy}>
              {choice.verb}
            </Button>
            <Button
              type="button"
              busy={previewing.state !== 'idle'}
              disabled={message.trim() === ''}
              onClick={() => void previewing.submit(sent('preview'), { method: 'post' })}
            >
              Preview the emails
            </Button>
          </div>
        </sending.Form>
      )}
      {previewing.data?.mails && <Mails mails={previewing.data.mails} />}
    </section>
  )
}

function Mails({ mails }: { mails: readonly MailPreview[] }) {
  return (
    <section aria-label="Emails" aria-live="polite" className={css['mails']}>
      {mails.map(({ to, subject, text }) => (
        <details key={to} open={mails.length === 1}>
          <summary>
            {to}: {subject}
          </summary>
          <pre className={css['mail']}>{text}</pre>
        </details>
      ))}
    </section>
  )
}

const SHORTCUTS = {
  title: 'Claim',
  shortcuts: [
    ...CHOICES.map(({ key, name }) => ({ keys: key.toUpperCase(), does: name })),
    { keys: 'Ctrl Enter', does: 'Send the decision (⌘ Enter on a Mac)' }
  ]
}

function useDecisionKeys(choose: (choice: Choice) => void): void {
  useShortcutGroup(SHORTCUTS)
  useShortcutKeys(({ key }) => {
    const choice = CHOICES.find((one) => one.key === key.toLowerCase())
    if (choice) choose(choice)
    return choice !== undefined
  })
}
