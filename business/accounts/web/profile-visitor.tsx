import { LinkButton } from '#platform/web/ui/button.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { withQuery } from './form-text.ts'

const NEXT = { next: '/user/profile' }

export function ProfileVisitor() {
  return (
    <Page width="text" title="Profile" intro="Log in to see your own.">
      <p>
        Here you choose your name, your picture and the accent colour of these pages, change your password, and see which devices are signed
        in.
      </p>
      <Stack row gap={2}>
        <LinkButton to={withQuery('/login', NEXT)} kind="main">
          Log in
        </LinkButton>
        <LinkButton to={withQuery('/register', NEXT)}>Create account</LinkButton>
      </Stack>
    </Page>
  )
}
