import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { NewsChoice } from '../../profile.contract.ts'
import css from './profile-page.module.css'
import { ProfileSection } from './profile-section.tsx'
import { useProfileForm } from './use-profile-form.ts'

export function ProfileNews({ news: { agrees, words, agreed_at } }: { news: NewsChoice }) {
  const { Form, onSubmit, busy, fields, rounds, said } = useProfileForm('news')
  return (
    <ProfileSection
      id="news"
      title="News by email"
      about="Receipts, codes, and answers reach you in any case."
      said={said}
      error={fields['form']}
    >
      <Form method="post" key={`${rounds}${agrees}`} onSubmit={onSubmit} className={css['form']}>
        <input type="hidden" name="intent" value="news" />
        <Checkbox label={words} name="agrees" defaultChecked={agrees} />
        {agreed_at && (
          <p className={css['quiet']}>
            You agreed on <Moment iso={agreed_at} day />.
          </p>
        )}
        <Button type="submit" kind="main" busy={busy}>
          {busy ? 'Saving…' : 'Save choice'}
        </Button>
      </Form>
    </ProfileSection>
  )
}
