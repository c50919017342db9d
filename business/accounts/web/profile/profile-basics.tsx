import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { Profile } from '../../profile.contract.ts'
import { type Role, TEXTS } from '../../rules.ts'
import css from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'
import { useProfileForm } from './use-profile-form.ts'

const ROLES: Record<Role, string> = { client: 'Client', employee: 'Employee', admin: 'Admin' }

const required = (value: string) => (value.trim() === '' ? TEXTS.name : undefined)

export function ProfileBasics({ profile }: { profile: Profile }) {
  const { Form, onSubmit, busy, fields, typed, said } = useProfileForm('name')
  return (
    <ProfileSection id="basics" title="Basic info" about="Your name on this site and in our emails." said={said} error={fields['form']}>
      <Form method="post" noValidate onSubmit={onSubmit} className={css['form']}>
        <input type="hidden" name="intent" value="name" />
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          required
          defaultValue={typed ?? profile.name}
          check={required}
          error={fields['name']}
        />
        <Button type="submit" kind="main" busy={busy}>
          {busy ? 'Saving…' : 'Save name'}
        </Button>
      </Form>
      <dl className={css['details']}>
        <div>
          <dt>Role</dt>
          <dd>{ROLES[profile.role]}</dd>
        </div>
        <div>
          <dt>Member since</dt>
          <dd>
            <Moment iso={profile.created_at} day />
          </dd>
        </div>
      </dl>
    </ProfileSection>
  )
}
