import { LinkButton } from '#platform/web/ui/button.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { withQuery } from '../sign-in/form-fields.ts'

const NEXT = { next: '/user/profile' }

export function ProfileVisitor() {
  return (
    <Page width="text" title="Profile" intro="Log in to see your profile.">
      <p>Here you can set your name, your picture and an accent color, change your password, and see which devices are signed in.</p>
      <Stack row gap={2}>
        <LinkButton to={withQuery('/login', NEXT)} kind="main">
          Log in
        </LinkButton>
        <LinkButton to={withQuery('/register', NEXT)}>Create account</LinkButton>
      </Stack>
    </Page>
  )
}
