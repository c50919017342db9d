import { createContext, type ReactNode, useContext } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { type EndpointGrant, GRANTS, type Grant, grantsFor } from '#platform/contract/grants.ts'

/** Every grant where nobody provides them. The server decides; this only hides what it would refuse. */
const GrantsContext = createContext<readonly Grant[]>(GRANTS)

/** Tells the pages below it what the signed-in admin may do. */
export function GrantsProvider({ grants, children }: { grants: readonly Grant[]; children: ReactNode }) {
  return <GrantsContext value={grants}>{children}</GrantsContext>
}

/** Returns a function that says whether the admin holds a grant with which to look at something. */
export function useMaySee(): (grant: EndpointGrant) => boolean {
  const grants = useContext(GrantsContext)
  return (grant) => grantsFor({ method: 'GET', grant }).some((one) => grants.includes(one))
}

/** Returns a function that says whether the admin holds a grant with which to change something. */
export function useMayChange(): (grant: EndpointGrant) => boolean {
  const grants = useContext(GrantsContext)
  return (grant) => grantsFor({ method: 'POST', grant }).some((one) => grants.includes(one))
}

const LookOnlyContext = createContext(false)

/** Marks a page that the admin may look at, but not change: the kit's main and danger buttons are then disabled. */
export function LookOnlyProvider({ children }: { children: ReactNode }) {
  return <LookOnlyContext value={true}>{children}</LookOnlyContext>
}

/** Whether the admin may look at this page, but not change anything. */
export const useLooksOnly = (): boolean => useContext(LookOnlyContext)

/** Shows its content to admins who hold the grant. */
export function WithGrant({ grant, children }: { grant: EndpointGrant; children: ReactNode }) {
  return useMayChange()(grant) ? children : null
}

/** Returns the sentence of a page that was refused for lack of a grant, or undefined for any other error. */
export function missingGrantIn(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 403) return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || data.code !== 'missing_grant') return undefined
  return typeof data.error === 'string' ? data.error : undefined
}
