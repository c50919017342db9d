import { useEffect, useId } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PasswordField } from '#platform/web/ui/password-field.tsx'
import type { Session } from '../profile.contract.ts'
import { TEXTS } from '../rules.ts'
import css from './profile-page.module.css'
import { useProfileForm } from './use-profile-form.ts'

const required = (value: string) => (value === '' ? TEXTS.current_password : undefined)

function wordsFor(ending: Session | 'others') {
  if (ending === 'others') return { title: 'Sign out everywhere else?', text: 'Every device but this one has to sign in again.' }
  if (ending.is_current) return { title: 'Sign out here?', text: 'This is the device that you are using now.' }
  return { title: `Sign out ${ending.device}?`, text: 'That device has to sign in again.' }
}

/** Asks for the password, so that whoever finds this browser open cannot sign its owner out elsewhere. */
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
        <p>{text} Your password shows that it is you.</p>
        {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
        <PasswordField label="Current password" name="current_password" required check={required} error={fields['current_password']} />
      </Form>
    </Dialog>
  )
}
