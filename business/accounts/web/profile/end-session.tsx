import { useEffect, useId } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import type { Session } from '../../profile.contract.ts'
import { TEXTS } from '../../rules.ts'
import css from './profile-page.module.css'
import { useProfileForm } from './use-profile-form.ts'

const required = (value: string) => (value === '' ? TEXTS.current_password : undefined)

function wordsFor(ending: Session | 'others') {
  if (ending === 'others') return { title: 'Sign out everywhere else?', text: 'Every other device will have to sign in again.' }
  if (ending.is_current) return { title: 'Sign out here?', text: 'This is the device that you are using now.' }
  return { title: `Sign out ${ending.device}?`, text: 'That device will have to sign in again.' }
}

/** Asks for the password, in case someone else uses an unlocked browser. */
export function EndSession({ ending, onClose }: { ending: Session | 'others'; onClose: () => void }) {
  const { Form, onSubmit, busy, fields, rounds } = useProfileForm('session')
  const { title, text } = wordsFor(ending)
  const id = useId()
  useEffect(() => {
    if (rounds > 0) onClose()
  }, [rounds, onClose])
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      busy={busy}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={id} kind="danger" busy={busy}>
            {busy ? 'Signing out…' : 'Sign out'}
          </Button>
        </>
      }
    >
      <Form id={id} method="post" noValidate onSubmit={onSubmit} className={css['form']}>
        <input type="hidden" name="intent" value="session" />
        {ending !== 'others' && <input type="hidden" name="session_id" value={ending.id} />}
        <p>{text} Enter your password to confirm that it is you.</p>
        {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
        <PasswordField label="Current password" name="current_password" required check={required} error={fields['current_password']} />
      </Form>
    </Dialog>
  )
}
