import { useLocation } from 'react-router'
import { LinkButton } from '../button.tsx'
import { Page } from '../page.tsx'
import { Notice } from './notice.tsx'

/** The content of an ErrorBoundary when a page's data failed to load. Retrying preserves the filters. */
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
