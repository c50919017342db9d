import { useLocation } from 'react-router'
import { LinkButton } from './button.tsx'
import { Notice } from './notice.tsx'
import { Page } from './page.tsx'

/** What a page shows in its ErrorBoundary when its data did not come. Trying again keeps what was filtered. */
export function LoadFailed({ page, title }: { page: string; title: string }) {
  const { pathname, search } = useLocation()
  return (
    <Page title={page}>
      <Notice tone="bad" title={title}>
        Nothing was changed. Please try again in a moment.
      </Notice>
      <div>
        <LinkButton to={pathname + search} reloadDocument>
          Try again
        </LinkButton>
      </div>
    </Page>
  )
}
