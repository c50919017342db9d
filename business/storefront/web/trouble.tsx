import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { SEARCH_MOST } from '#catalogue/rules.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useOnline } from './offline.tsx'

const NOT_FOUND = {
  heading: 'This page is not here.',
  help: 'The address may be mistyped, or what stood here was taken down. Everything on sale can be found from the home page.'
}
const FAILED = {
  heading: 'Something went wrong.',
  help: 'The fault is on our side, and it is noted. Nothing you entered elsewhere is lost. Try again; if it happens once more, write to us.'
}

const OFFLINE = {
  heading: 'You are offline.',
  help: 'This page could not be fetched. It comes by itself once there is a connection.'
}

/** The page in the place of one that is missing or failed. */
export function Trouble({ error, brandName }: { error: unknown; brandName: string }) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  const { pathname, search } = useLocation()
  const offline = useFailedOffline(!missing)
  const { heading, help } = missing ? NOT_FOUND : offline ? OFFLINE : FAILED
  return (
    <>
      <title>{`${missing ? 'Not found' : 'Error'} · ${brandName}`}</title>
      <meta name="robots" content="noindex" />
      <Page title={heading} width="text">
        <p>{help}</p>
        {missing && <Search />}
        <p>
          {/* A full load: what failed may be the code already in the browser. An empty address would be the root's. */}
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

/** Whether there was no connection; once there is one again, the page is loaded anew, if that is wanted. */
function useFailedOffline(loadsAnew: boolean): boolean {
  const isOnline = useOnline()
  const [failedOffline, setFailedOffline] = useState(false)
  useEffect(() => {
    if (!isOnline) setFailedOffline(true)
    else if (failedOffline && loadsAnew) location.reload()
  }, [isOnline, failedOffline, loadsAnew])
  return failedOffline || !isOnline
}

/** A plain form: what is missing may be all of the page's code. */
function Search() {
  return (
    <search>
      <form action="/">
        <TextField label="Search assets" type="search" name="search" maxLength={SEARCH_MOST} enterKeyHint="search" />
      </form>
    </search>
  )
}
