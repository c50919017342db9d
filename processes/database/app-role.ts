import pg from 'pg'

/** The app's role in the embedded PostgreSQL. It is not a superuser and owns nothing. */
export const APP_ROLE = 'easel_app'

/** Restricted tables: the app may only read them or insert into them, even if an attacker can run SQL as the app. */
const ONLY_ADDED = ['ledger.transaction', 'ledger.line', 'ledger.checkpoint', 'ledger.verification']
const SCHEMA_OF_ADDED = 'ledger'
/** Written by functions with the owner's rights. The app may only read the seals of the audit log. */
const ONLY_READ = ['accounts.audit_seal', 'accounts.audit_head', 'accounts.audit_unsealed']

/** Creates the role at the first start. Later it resets the password, which may have been lost with its file. */
export async function ensureAppRole(ownerUrl: string, password: string): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
    const verb = rowCount ? 'alter' : 'create'
    await client.query(
      `${verb} role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${client.escapeLiteral(password)}`
    )
  })
}

/**
 * Grants a role exactly what the app needs: the rows of every table, without changing tables, and in the ledger only reading and inserting.
 * Seals are written by a trigger with the owner's rights. Repeated at every start, because new versions bring new tables.
 * In a shared database, other schemas are left alone.
 */
export async function grantApp(ownerUrl: string, role: string): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'
         and (nspname = 'public' or pg_has_role(nspowner, 'usage'))`
    )
    const to = client.escapeIdentifier(role)
    await client.query('begin')
    // PostgreSQL refuses simultaneous grants on the same table, which processes that start together would issue.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('platform.grant-app', 0))`)
    for (const { name } of rows) await client.query(rightsIn(client.escapeIdentifier(name), to))
    await client.query(`revoke all on all tables in schema ${SCHEMA_OF_ADDED} from ${to}`)
    await client.query(`grant select on all tables in schema ${SCHEMA_OF_ADDED} to ${to}`)
    for (const table of ONLY_READ) await client.query(`revoke insert, update, delete on ${table} from ${to}`)
    for (const table of ONLY_ADDED) await client.query(`grant insert on ${table} to ${to}`)
    await client.query('commit')
  })
}

const rightsIn = (schema: string, role: string): string => `
  grant usage on schema ${schema} to ${role};
  grant select, insert, update, delete on all tables in schema ${schema} to ${role};
  grant usage, select on all sequences in schema ${schema} to ${role};`

/** Returns the user name in a database address. */
export const roleOf = (databaseUrl: string): string => decodeURIComponent(new URL(databaseUrl).username)

async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
