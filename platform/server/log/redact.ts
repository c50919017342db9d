/** A longer text is cut: a log line is not the place for a whole document. */
const TEXT_MAX = 4000
const DEPTH_MAX = 6
const ITEMS_MAX = 20
const HIDDEN = '…'

/** Parameters of addresses that hold secrets, email addresses, or names that someone looked for. */
const PARAMETERS =
  'q|search|token|signature|sig|code|key|secret|password|email|sent|state|access_token|refresh_token|client_secret|x-amz-[a-z-]+'
const LOCAL = `(?:"[^"\\n]{1,64}"|[^\\s<>"'(),;:=[\\]{}|\\\\/@]{1,64})`
const DOMAIN = `(?=[\\d.-]{0,63}\\p{L})[\\p{L}\\p{N}](?:[\\p{L}\\p{N}.-]{0,252}[\\p{L}\\p{N}])?`

/**
 * Matches tokens of sessions, links, and PayPal: they mix upper case, lower case, and digits. Names of tables and indexes, identifiers of
 * rows, and hashes of seals have lower-case letters only, and stay.
 */
export function tokens(characters: string, least: number): RegExp {
  const has = (kind: string) => `(?=[${characters}]{0,200}${kind})`
  return new RegExp(`(?<![${characters}])${has('[A-Z]')}${has('[a-z]')}${has('\\d')}[${characters}]{${least},}`, 'g')
}

/** Applied in this order. Each names what stays of a match. */
const PRIVATE: readonly (readonly [pattern: RegExp, stays: string])[] = [
  [/(:\/\/)[^\s/@"']{1,300}@/g, `$1${HIDDEN}@`],
  [new RegExp(`([?&](?:${PARAMETERS})=)[^&\\s"'<>]*`, 'gi'), `$1${HIDDEN}`],
  [/\b((?:__Host-)?(?:session|registration|device)=)[^;\s"']+/g, `$1${HIDDEN}`],
  // API keys, which icons' addresses carry.
  [/\beasel_[\w-]{20,}/g, HIDDEN],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  // PostgreSQL and JSON.parse repeat the value that was wrong.
  [
    /(Key \([^\n]{0,200}?\)=\()[^\n]{0,300}?(\)(?= already exists| is not present| is still referenced| conflicts|\.?$|\.?\n))/gm,
    `$1${HIDDEN}$2`
  ],
  [/(Failing row contains \()[^\n]*/g, `$1${HIDDEN})`],
  [/((?:invalid|out of range|malformed)[^\n":]{0,60}: )"[^\n]*"/gi, `$1${HIDDEN}`],
  [/(value )"[^"\n]*"( is out of range)/g, `$1${HIDDEN}$2`],
  [/, [^\n]{0,400} is not valid JSON/g, `, ${HIDDEN} is not valid JSON`],
  [new RegExp(`${LOCAL}(?:@|%40)${DOMAIN}`, 'giu'), HIDDEN],
  [tokens('\\w-', 40), HIDDEN]
]

/** Words, paths, and ids: none of the patterns can match. */
const HARMLESS_MAX = 200
const HARMLESS = /^(?:[\w-]{0,39}[/.])*[\w-]{0,39}$/

/** Returns a text without email addresses, tokens, and passwords. */
export function redact(text: string): string {
  if (text.length <= HARMLESS_MAX && HARMLESS.test(text)) return text
  let clean = text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}${HIDDEN}` : text
  for (const [pattern, stays] of PRIVATE) clean = clean.replace(pattern, stays)
  return clean
}

/** Never logged, whatever their value: secrets, personal text, and what people sent. */
const SECRET_FIELDS = new Set(
  `authorization cookie set-cookie headers password new_password token tokens access_token refresh_token secret client_secret signature code_hash
  email emails name display_name full_name phone ip to from reply_to recipients subject html text body payload data parameters payer response`.split(
    /\s+/
  )
)

/** What an error says beyond its message. All else is left out: PostgreSQL's detail and parameters, a mail server's answer, PayPal's payer. */
const ERROR_FIELDS = [
  ...['code', 'errno', 'syscall', 'port', 'status', 'statusCode', 'issue', 'reason', 'severity', 'schema', 'table', 'column', 'constraint'],
  ...['routine', 'responseCode', 'command', 'signal']
] as const

/** Returns a copy of a value that may be logged. */
export function loggable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return depth < DEPTH_MAX ? loggableObject(value, depth) : HIDDEN
}

function loggableObject(value: object, depth: number): unknown {
  if (value instanceof Error) return loggableError(value, depth)
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((one) => loggable(one, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return `[${value.constructor?.name ?? 'object'}]`
  const entries = Object.entries(value).map(([key, inner]) => [key, SECRET_FIELDS.has(key) ? HIDDEN : loggable(inner, depth + 1)] as const)
  return Object.fromEntries(entries)
}

type LoggedError = { type: string; message: string; stack: string; cause?: unknown; errors?: unknown }

/** pino-pretty and log readers know `type`, `message`, and `stack`. */
function loggableError(error: Error, depth: number): LoggedError {
  const clean = cleaner(error)
  const logged: LoggedError = { type: error.name, message: clean(error.message), stack: clean(error.stack ?? '') }
  const own = new Map<string, unknown>(Object.entries(error))
  for (const field of ERROR_FIELDS) {
    const value = own.get(field)
    if (typeof value === 'number') Object.assign(logged, { [field]: value })
    if (typeof value === 'string') Object.assign(logged, { [field]: clean(value) })
  }
  if (error.cause !== undefined) logged.cause = loggable(error.cause, depth + 1)
  if (error instanceof AggregateError) logged.errors = loggable(error.errors, depth + 1)
  return logged
}

/** A mail server's answer is text from elsewhere, and is part of the message too. */
function cleaner(error: Error): (text: string) => string {
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : ''
  return (text) => redact(answer ? text.replaceAll(answer, HIDDEN) : text)
}
