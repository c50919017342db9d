import { LinkButton } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { ProfileSection } from './profile-section.tsx'

export function ProfileData() {
  return (
    <ProfileSection id="your-data" title="Your data" about="Everything we store about you belongs to you.">
      <Stack gap={3} row>
        <LinkButton to="/user/data">Get a copy of your data</LinkButton>
        <LinkButton to="/user/data#delete" kind="quiet">
          Delete my account
        </LinkButton>
      </Stack>
    </ProfileSection>
  )
}
