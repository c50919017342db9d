/** What an admin may be allowed to do. `read_only` allows every GET that is not sensitive, and no change. */
export const GRANTS = ['review', 'catalogue', 'support', 'finance', 'people', 'read_only'] as const
export type Grant = (typeof GRANTS)[number]

/** The grants that fit an endpoint: one of them is enough. 'any': every grant fits. */
export type EndpointGrant = 'any' | Grant | readonly Grant[]

type Guarded = { method: string; grant?: EndpointGrant; is_sensitive?: boolean }

/** The grants of which an admin needs one for an endpoint. Empty if the endpoint names none, so that no admin may call it. */
export function grantsFor({ method, grant = [], is_sensitive = false }: Guarded): Grant[] {
  const named = grant === 'any' ? GRANTS : typeof grant === 'string' ? [grant] : grant
  const changing = named.filter((one) => one !== 'read_only')
  return method === 'GET' && !is_sensitive && changing.length > 0 ? [...changing, 'read_only'] : changing
}

/** The sentence that tells an admin which grant is missing. */
export const missingGrantText = (needed: readonly Grant[]): string =>
  `You need the grant ${needed.filter((one) => one !== 'read_only').join(' or ')}.`
