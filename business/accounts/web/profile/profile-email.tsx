import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { CODE_MINUTES, TEXTS, UNDO_DAYS } from '../../rules.ts'
import { CodeField } from '../sign-in/code-field.tsx'
import { looksLikeEmail } from '../sign-in/form-fields.ts'
import css from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'
import { useProfileForm } from './use-profile-form.ts'

const checkEmail = (typed: string) => (looksLikeEmail(typed) ? undefined : TEXTS.email)

/** Asks for a new address, and then for the code that went there. */
export function ProfileEmail({ email, pending }: { email: string; pending: string | null }) {
  const asking = useProfileForm('email')
  const confirming = useProfileForm('email_code')
  return (
    <ProfileSection
      id="email"
      title="Email"
      about={`You sign in with this address. After a change, your old address gets a link that undoes it for ${UNDO_DAYS} days.`}
      said={asking.said ?? confirming.said}
      error={asking.fields['form']}
    >
      <dl className={css['details']}>
        <div className={css['whole']}>
          <dt>Your email</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      {pending && <EnterCode key={pending} pending={pending} form={confirming} />}
      <asking.Form key={asking.rounds} method="post" noValidate onSubmit={asking.onSubmit} className={css['form']}>
        <input type="hidden" name="intent" value="email" />
        <TextField
          label={pending ? 'Another new email' : 'New email'}
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={asking.typed}
          check={checkEmail}
          error={asking.fields['email']}
        />
        <Button type="submit" kind={pending ? 'plain' : 'main'} busy={asking.busy}>
          {asking.busy ? 'Sending…' : 'Send code'}
        </Button>
      </asking.Form>
    </ProfileSection>
  )
}

function EnterCode({ pending, form }: { pending: string; form: ReturnType<typeof useProfileForm> }) {
  const { Form, onSubmit, busy, fields, answer } = form
  return (
    <Form method="post" noValidate onSubmit={onSubmit} className={css['form']}>
      <input type="hidden" name="intent" value="email_code" />
      <p>
        We emailed a code to <strong>{pending}</strong>. It works for {CODE_MINUTES} minutes. Your address changes when you enter it.
      </p>
      <CodeField error={fields['code'] ?? fields['form']} busy={busy} answer={answer} />
      <Button type="submit" kind="main" busy={busy}>
        {busy ? 'Changing…' : 'Change email'}
      </Button>
    </Form>
  )
}
