import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { MESSAGES, SEARCH_MAX } from '#catalogue/rules.ts'
import { missingGrantIn } from '#platform/web/grants.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { MissingGrant } from '#platform/web/ui/feedback/missing-grant.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { useOnline } from './offline.tsx'

const NOT_FOUND = {
  name: 'Not found',
  heading: 'Page not found.',
  help: 'The address may be mistyped, or the page may have been removed. You can search the catalogue below.'
}
const GONE = {
  name: 'No longer available',
  heading: MESSAGES.withheld,
  help: 'It was removed from the catalogue. Those who hold a license for it keep it. You can search for something similar below.'
}
const FAILED = {
  name: 'Error',
  heading: 'Something went wrong.',
  help: 'This is a problem on our side, and it has been logged. Please try again. If it keeps happening, contact us.'
}
const TOO_MANY = {
  name: 'Error',
  heading: 'Too many requests.',
  help: 'Too many pages were requested from your network. Please wait a moment and try again.'
}
const OFFLINE = {
  name: 'Error',
  heading: 'You are offline.',
  help: 'This page could not be loaded. It will load automatically when you are back online.'
}

/** The page for an address that has nothing to show: 404, or 410 for an asset that was withheld. */
const missingPageOf = (error: unknown) => (isRouteErrorResponse(error) ? { 404: NOT_FOUND, 410: GONE }[error.status] : undefined)

const isTooMany = (error: unknown) => isRouteErrorResponse(error) && error.status === 429

/** Replaces a page that does not exist or failed to load. */
export function ErrorPage({ error, brandName }: { error: unknown; brandName: string }) {
  const missing = missingPageOf(error)
  const { pathname, search } = useLocation()
  const offline = useFailedOffline(!missing)
  const refused = missingGrantIn(error)
  if (refused) return <MissingGrant page="This page is closed to you." text={refused} />
  const { name, heading, help } = missing ?? (offline ? OFFLINE : isTooMany(error) ? TOO_MANY : FAILED)
  return (
    <>
      <title>{`${name} · ${brandName}`}</title>
      <meta name="robots" content="noindex" />
      <Page title={heading} width="text">
        <p>{help}</p>
        {missing && <Search />}
        <p>
          {/* A full page load, because the failure may be in code the browser already has. */}
          {!missing && (
            <LinkButton to={`${pathname}${search}`} reloadDocument kind="main">
              Try again
            </LinkButton>
          )}
          <LinkButton to="/" reloadDocument kind={missing ? 'main' : 'quiet'}>
            Back to Home
          </LinkButton>
          <LinkButton to="/contact" kind="quiet">
            Contact
          </LinkButton>
        </p>
      </Page>
    </>
  )
}

/** Returns whether the page failed for lack of a connection. If `reloads`, reloads the page once the connection is back. */
function useFailedOffline(reloads: boolean): boolean {
  const isOnline = useOnline()
  const [failedOffline, setFailedOffline] = useState(false)
  useEffect(() => {
    if (!isOnline) setFailedOffline(true)
    else if (failedOffline && reloads) location.reload()
  }, [isOnline, failedOffline, reloads])
  return failedOffline || !isOnline
}

/** A plain form, because the page's own code may be what is missing. */
function Search() {
  return (
    <search>
      <form action="/">
        <TextField label="Search assets" type="search" name="search" maxLength={SEARCH_MAX} enterKeyHint="search" />
      </form>
    </search>
  )
}
