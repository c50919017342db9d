import { useLocation, useRouteError } from 'react-router'
import { missingGrantIn } from '../../grants.tsx'
import { LinkButton } from '../button.tsx'
import { Page } from '../page.tsx'
import { MissingGrant } from './missing-grant.tsx'
import { Notice } from './notice.tsx'

/** The content of an ErrorBoundary when a page's data failed to load, or may not be seen. Retrying preserves the filters. */
export function LoadFailed({ page, title }: { page: string; title: string }) {
  const { pathname, search } = useLocation()
  const refused = missingGrantIn(useRouteError())
  if (refused) return <MissingGrant page={page} text={refused} />
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
