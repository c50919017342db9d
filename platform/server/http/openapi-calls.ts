import { type Endpoint, grantsFor, type Refusals } from '#platform/contract/index.ts'

/** Names of the groups of calls whose address alone would not say what they are. */
const TAG_NAMES: Readonly<Record<string, string>> = {
  assets: 'Assets',
  auth: 'Signing in',
  careers: 'Careers',
  developers: 'API keys and webhooks',
  downloads: 'Signed download links',
  employee: "An artist's own work",
  'free-downloads': 'Free licenses',
  'hand-overs': 'Hand-over ZIPs',
  profile: 'Profile and account',
  recovery: 'Forgotten passwords',
  subscriptions: 'Plans',
  wage_rules: 'Wage rules'
}

const inWords = (segment: string): string => TAG_NAMES[segment] ?? segment.charAt(0).toUpperCase() + segment.slice(1).replace(/[-_]/g, ' ')

/** 'API keys' keeps its capitals. */
const withinSentence = (words: string): string => (/^[A-Z]{2}/.test(words) ? words : words.toLowerCase())

/** Returns the group of a call, in words. Those of staff stand together. */
export function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  // A list as a file belongs to the list.
  const [first = '', second] = path.slice(1).split(/\.\w+$|\//)
  return first === 'admin' && second ? `Admin: ${withinSentence(inWords(second))}` : inWords(first)
}

const ROLE_NAMES = { client: 'clients', employee: 'employees', admin: 'admins' } as const

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

function whoMayCall({ access }: Endpoint): string {
  if (access === 'anyone') return 'Anyone may call it.'
  if (access === 'signed_in') return 'Everyone who is signed in may call it.'
  return `For ${listed(access.map((role) => ROLE_NAMES[role]))}.`
}

/** Describes a call in plain sentences: what it does, who may call it, and what else to send. */
export function describeCall(e: Endpoint): string {
  const ended = /[.!?]$/.test(e.summary) ? e.summary : `${e.summary}.`
  const grants = e.grant === undefined ? [] : [...grantsFor(e)]
  return [
    ended,
    whoMayCall(e),
    ...(grants.length > 0
      ? [
          `An admin needs ${grants.length > 1 ? 'one of the grants' : 'the grant'} ${grants.join(', ')}${e.also_grant ? `, and ${e.also_grant}` : ''}.`
        ]
      : []),
    ...(e.key_scope ? [`An API key with the scope ${e.key_scope} may call it too.`] : []),
    ...(e.proof ? ['The session must have proven who calls within the last 10 minutes (POST /auth/proof).'] : []),
    ...(e.idempotent ? ['With an Idempotency-Key header, a repeated call gives the same answer and happens once.'] : []),
    ...(e.waits ? ['It may wait for a second admin: then the status is 202 and nothing happens yet.'] : []),
    ...(e.files ? ['Send it as multipart form data.'] : [])
  ].join(' ')
}

type Documented = { description: string; content: Record<string, { schema: object; examples: Record<string, { value: unknown }> }> }

/** Returns the answers of refused calls by status, each with its codes and texts. */
export function refusedAnswers(e: Endpoint, refusals: Refusals): Record<string, Documented> {
  const all = [...commonRefusals(e), ...ownRefusals(e, refusals)]
  const byStatus = Map.groupBy(all, ({ status }) => status)
  return Object.fromEntries([...byStatus].sort(([one], [other]) => one - other).map(([status, some]) => [String(status), documented(some)]))
}

type Known = { status: number; code: string; error: string; more?: object }

function documented(some: readonly Known[]): Documented {
  const examples = some.map(({ code, error, more }) => [code, { value: { error, code, ...more } }] as const)
  return {
    description: some.map(({ code, error }) => `\`${code}\`: ${error}`).join('\n\n'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(examples) } }
  }
}

const BUSY: Known = { status: 503, code: 'busy', error: 'Busy. Please try again.' }
const TOO_MANY: Known = { status: 429, code: 'too_many', error: 'Too many calls. The Retry-After header says when to try again.' }

function commonRefusals(e: Endpoint): Known[] {
  const known = (is: unknown, status: number, code: string, error: string, more?: object): Known[] =>
    is ? [{ status, code, error, ...(more && { more }) }] : []
  const isClosed = e.access !== 'anyone'
  return [
    ...known(e.body || e.files, 400, 'malformed', 'The request could not be read.'),
    ...known(isClosed, 401, 'signed_out', 'Please log in first.'),
    ...known(Array.isArray(e.access), 403, 'wrong_role', 'You may not do that.'),
    ...known(e.grant, 403, 'missing_grant', 'An admin lacks the grant.'),
    ...known(e.key_scope, 403, 'missing_scope', `This API key lacks the scope ${e.key_scope}.`),
    ...known(isClosed && !e.key_scope, 403, 'not_for_keys', 'This call cannot be made with an API key.'),
    ...known(e.params, 404, 'not_found', 'Not found.'),
    ...known(e.proof, 409, 'proof_needed', 'Please confirm that it is you.', { ways: ['password'] }),
    ...known(e.idempotent, 409, 'idempotency_key_reused', 'This Idempotency-Key was used with other data.'),
    ...known(e.body || e.files, 413, 'too_large', 'The request is too large.'),
    ...known(e.query || e.body, 422, 'invalid_fields', 'Please check your input.', { fields: { field: 'Please check your input.' } }),
    ...known(e.method !== 'GET' || e.key_scope, TOO_MANY.status, TOO_MANY.code, TOO_MANY.error),
    BUSY
  ]
}

/** A read without parameters finds something or nothing, so no refusal of its group is about it. */
function ownRefusals({ method, params, query }: Endpoint, refusals: Refusals): Known[] {
  const isAbout = (status: number) => method !== 'GET' || (params && [402, 404, 409, 410].includes(status)) || (query && status === 422)
  return Object.entries(refusals)
    .filter(([, { status }]) => isAbout(status))
    .map(([code, { status, message }]) => ({ status, code, error: message }))
}
