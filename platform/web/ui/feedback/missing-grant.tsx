import { LinkButton } from '../button.tsx'
import { Page } from '../page.tsx'
import { Notice } from './notice.tsx'

/** The content of a page for which the admin lacks a grant. The session goes on. */
export function MissingGrant({ page, text }: { page: string; text: string }) {
  return (
    <Page title={page}>
      <Notice tone="warn" title={text}>
        Your account cannot open this page. An admin with the grant people can give it to you on Manage Users.
      </Notice>
      <div>
        <LinkButton to="/admin/dashboard">Dashboard</LinkButton>
      </div>
    </Page>
  )
}
