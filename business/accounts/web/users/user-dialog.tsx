import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { ListedUser } from '../../users.contract.ts'
import { type Action, type Asked, useAction } from './user-actions.ts'

/** Confirms an action. It stays open until the action succeeds, and shows errors. */
export function UserDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  if (!asked) return null
  return <OpenDialog key={asked.user.id} asked={asked} onClose={onClose} />
}

function OpenDialog({ asked: { user, action }, onClose }: { asked: Asked; onClose: () => void }) {
  const { busy, outcome, run } = useAction(user)
  const before = useRef(outcome)
  const answered = outcome !== before.current ? outcome : undefined
  // Wait for the reloaded list: until then the control that gets the focus back is disabled.
  const is_done = answered?.done !== undefined && !busy
  useEffect(() => {
    if (is_done) onClose()
  }, [is_done, onClose])
  useEffect(() => keepFocus, [])
  const [reason, setReason] = useState('')
  const { title, yes, kind = 'danger' } = questionOf(user, action)
  const isReset = action.intent === 'reset-factor'
  const failure = Object.values(answered?.fields ?? {})[0]
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="button"
            kind={kind}
            busy={busy}
            disabled={isReset && reason.trim() === ''}
            onClick={() => run(isReset ? { ...action, reason } : action)}
          >
            {yes}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <p>
          <strong>{user.name}</strong> ({user.email})
        </p>
        <What action={action} />
        {isReset && (
          <TextField
            label="Reason"
            name="reason"
            required
            maxLength={500}
            hint="For the audit log, such as how you made sure who asked."
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
      </Stack>
    </Dialog>
  )
}

/** When the row is gone, moves the focus to the current tab instead of the top of the page. */
function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main nav [aria-current]')?.focus()
  })
}

type Question = { title: string; yes: string; kind?: 'main' | 'danger' }

function questionOf({ name }: ListedUser, action: Action): Question {
  if (action.intent === 'delete') return { title: `Delete ${name}?`, yes: 'Delete' }
  if (action.intent === 'sign-out') return { title: `Sign out ${name} everywhere?`, yes: 'Sign out', kind: 'main' }
  if (action.intent === 'reset-factor') return { title: `Reset the second factor of ${name}?`, yes: 'Reset' }
  if (action.intent === 'role') return { title: `Make ${name} an admin?`, yes: 'Make admin', kind: 'main' }
  return { title: `Deactivate ${name}?`, yes: 'Deactivate' }
}

function What({ action: { intent } }: { action: Action }) {
  if (intent === 'role')
    return <p>Admins can see and change everything until you limit their grants: users, roles, prices, payouts and financial reports.</p>
  if (intent === 'sign-out') return <p>Every device is signed out immediately. The user can sign in again.</p>
  if (intent === 'reset-factor')
    return (
      <p>
        The authenticator app, the passkeys and the recovery codes are removed, every device is signed out, and we email the user. The
        password alone signs in again.
      </p>
    )
  if (intent === 'status')
    return <p>Every device is signed out immediately, and the user cannot sign in until the account is reactivated. Nothing is deleted.</p>
  return (
    <>
      <p>
        This permanently erases the name, email, picture, password, sessions and devices. Every device is signed out immediately, and the
        email address can be registered again.
      </p>
      <p>Licenses, payments, wages, payouts and assets stay in the books under the name ‘Deleted user’. This cannot be undone.</p>
    </>
  )
}
