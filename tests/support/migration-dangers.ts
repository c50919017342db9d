/** Kept in step with platform/database/migrate.ts. */
const WITHOUT_TRANSACTION = '-- migrate: without a transaction'
/** A comment before a statement that is safe in spite of these rules, with the reason. */
const SAFE = /^\s*-- migrate: safe because \S.*$/gm
const SAFE_MARK = '@safe'

type Found = string | false | undefined

/** Says what in a new migration could stop a shop in use. `validated` are the constraints that earlier migrations validated. */
export function dangersOf(text: string, validated: ReadonlySet<string> = new Set()): string[] {
  const statements = statementsOf(text)
  const known = { created: tablesCreatedBy(statements), statements, validated }
  const isAlone = text.startsWith(WITHOUT_TRANSACTION)
  const found = statements
    .filter((statement) => !statement.includes(SAFE_MARK))
    .flatMap((statement) => [
      isAlone ? dangerAlone(statement, statements) : dangerInTransaction(statement),
      ...dangersOnTable(statement, known)
    ])
  return [...found, dangerOfSeveral(known)].filter((danger) => typeof danger === 'string')
}

/** The constraints that a migration validates. */
export const validatedBy = (text: string): string[] =>
  statementsOf(text).flatMap((statement) => statement.match(/ validate constraint (\S+)/)?.[1] ?? [])

/** Lower case, without comments, strings, and bodies of functions. What `do` runs counts as statements. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(SAFE, SAFE_MARK)
    .replaceAll(/--.*$/gm, '')
    .toLowerCase()
    .replaceAll(/(\bcreate (?:or replace )?(?:function|procedure)\b[^;]*?)\$(\w*)\$[\s\S]*?\$\2\$/g, '$1')
    .replaceAll(/'[^']*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

const tablesCreatedBy = (statements: string[]): Set<string> =>
  new Set(statements.flatMap((statement) => statement.match(/\bcreate table (?:if not exists )?([\w."]+)/)?.[1] ?? []))

function dangerAlone(statement: string, statements: string[]): Found {
  const [, index, table = ''] = statement.match(/^create (?:unique )?index concurrently (\w+) on ([\w."]+)/) ?? []
  if (index) {
    const drop = `drop index concurrently if exists ${table.split('.')[0]}.${index}`
    return !statements.includes(drop) && `${index}: begin with "${drop}", because an attempt that fails leaves a broken index`
  }
  const mayStand = /^drop index concurrently |^alter table \S+ validate constraint \S+$/.test(statement)
  return !mayStand && `"${statement}" needs a transaction: only indexes and validated constraints do without`
}

const dangerInTransaction = (statement: string): Found =>
  /\bindex concurrently\b|\bvalidate constraint\b/.test(statement) && `"${statement}" belongs in a file without a transaction`

type Known = { created: Set<string>; statements: string[]; validated: ReadonlySet<string> }

function dangersOnTable(statement: string, known: Known): Found[] {
  const table = tableOf(statement)
  if (table === undefined || known.created.has(table)) return []
  if (statement.startsWith('alter table')) return actionsOf(statement).map((action) => dangerOfAction(action, table, known))
  return OTHERS.map(([pattern, danger]) => pattern.test(statement) && `${table}: ${danger}`)
}

const tableOf = (statement: string): string | undefined =>
  statement.match(
    /^(?:@safe )?(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index .*? ?on (?:only )?|create (?:constraint )?trigger .*? on |update |delete from |drop table (?:if exists )?|truncate (?:table )?|lock table |cluster |vacuum full |refresh materialized view |reindex table )([\w."]+)/
  )?.[1]

const OTHERS: [pattern: RegExp, danger: string][] = [
  [/^create (unique )?index (?!concurrently)/, 'building an index stops writers; build it concurrently, in a file without a transaction'],
  [/^(update|delete from) /, 'one statement locks all rows that it changes; let a job do it in batches'],
  [/^(drop table|truncate) /, 'processes of the version before still use it'],
  [/^(lock table|cluster|vacuum full|refresh materialized view|reindex) /, 'it stops readers or writers for as long as it runs']
]

/** Splits at the commas that are not in parentheses. */
function actionsOf(statement: string): string[] {
  const [, actions = ''] = statement.match(/^alter table (?:if exists )?(?:only )?[\w."]+ (.*)$/) ?? []
  let depth = 0
  const marked = [...actions].map((letter) => {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    return letter === ',' && depth === 0 ? '\n' : letter
  })
  return marked
    .join('')
    .split('\n')
    .map((action) => action.trim())
}

const ACTIONS: [pattern: RegExp, danger: string][] = [
  [/^alter (column )?\S+ (set data )?type /, 'another type rewrites the table; add a column instead'],
  [
    /^add (constraint \S+ )?(check|foreign key|exclude)\b(?!.*not valid)/,
    'checking all rows stops everyone; add it NOT VALID, validate it in another file'
  ],
  [
    /^add (constraint \S+ )?(primary key|unique)\b(?!.* using index)/,
    'building an index stops everyone; build it concurrently first, then add it USING INDEX'
  ],
  [
    /^add (?!constraint|check|foreign|primary|unique|exclude).* check \(/,
    'checking all rows stops everyone; add the check NOT VALID, validate it in another file'
  ],
  [
    /^add (?!constraint|check|foreign|primary|unique|exclude).*( unique| primary key)\b/,
    'building an index stops everyone; build it concurrently'
  ],
  [/^add (?!constraint|check|foreign|primary|unique|exclude).* not null(?!.* default )(?<! default .*)/, 'rows that exist have no value'],
  [/^add .*(generated (always|by default) as|\b(big|small)?serial\b)/, 'a computed column rewrites the table'],
  [
    /^add .* default \(?(gen_random_uuid|random|clock_timestamp|timeofday|nextval|uuid_generate)/,
    'a default that differs by row rewrites the table'
  ],
  [/^set (logged|unlogged|tablespace|access method)/, 'it rewrites the table'],
  [/^(drop column|rename )/, 'processes of the version before still use it'],
  [/^drop (?!column|constraint|expression|default|not null)/, 'processes of the version before still use it']
]

function dangerOfAction(action: string, table: string, { statements, validated }: Known): Found {
  if (/ set not null$/.test(action)) {
    const dropped = statements.flatMap((statement) => statement.match(/ drop constraint (?:if exists )?(\w+)/)?.[1] ?? [])
    const isChecked = dropped.some((name) => validated.has(name))
    return (
      !isChecked && `${table}: SET NOT NULL reads all rows; first validate a check that they are not null, and drop it together with this`
    )
  }
  const danger = ACTIONS.find(([pattern]) => pattern.test(action))?.[1]
  return danger && `${table}: ${danger}`
}

/** A migration that waits for a second table while it has locked a first one can stop everyone, or run into a deadlock with a buyer. */
function dangerOfSeveral({ statements, created }: Known): Found {
  const locked = statements.filter((statement) => /^(@safe )?(alter table|create (constraint )?trigger)/.test(statement)).map(tableOf)
  const existing = [...new Set(locked)].filter((table) => table !== undefined && !created.has(table))
  return existing.length > 1 && `it locks ${existing.join(' and ')} together: use one file for each table`
}
