import { Button } from '#platform/web/ui/button.tsx'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { TEXTS } from '../../rules.ts'
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx'
import css from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'
import { useProfileForm } from './use-profile-form.ts'

const required = (value: string) => (value === '' ? TEXTS.current_password : undefined)

export function ProfilePassword({ email }: { email: string }) {
  const { Form, onSubmit, busy, fields, rounds, said } = useProfileForm('password')
  return (
    <ProfileSection
      id="password"
      title="Password"
      about="Changing it signs out every other device. We will email you to confirm."
      said={said}
      error={fields['form']}
    >
      <Form method="post" noValidate onSubmit={onSubmit} className={css['form']}>
        <input type="hidden" name="intent" value="password" />
        {/* Lets password managers find the account. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <Stack key={rounds} gap={4}>
          <PasswordField label="Current password" name="current_password" required check={required} error={fields['current_password']} />
          <NewPasswordFields name="new_password" errors={fields} />
        </Stack>
        <Button type="submit" kind="main" busy={busy}>
          {busy ? 'Changing…' : 'Change password'}
        </Button>
      </Form>
    </ProfileSection>
  )
}
