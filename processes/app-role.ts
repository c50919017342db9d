import pg from 'pg'

/** Who the app is in its own PostgreSQL: no superuser, owner of nothing. */
export const APP_ROLE = 'easel_app'

/** What the app never does to these tables, whoever found a way to send SQL as the app: it only reads them, or only adds. */
const ONLY_ADDED = ['ledger.transaction', 'ledger.line', 'ledger.noted_head']
const SCHEMA_OF_ADDED = 'ledger'

/** Made at the first start; a password that was lost with its file is set anew. */
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
 * Gives a role what the app needs and no more: rows of every table, but no change of tables; and in the ledger to read and to add.
 * Seals are written by the schema's owner, in the trigger. Repeated at every start, as new tables come with new versions.
 * Schemas of others in a shared database are not ours to give.
 */
export async function grantApp(ownerUrl: string, role: string): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'
         and (nspname = 'public' or pg_has_role(nspowner, 'usage'))`
    )
    const to = client.escapeIdentifier(role)
    await client.query('begin')
    // PostgreSQL refuses one of two that grant on the same table at once, as processes that start together do.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('platform.grant-app', 0))`)
    for (const { name } of rows) await client.query(rightsIn(client.escapeIdentifier(name), to))
    await client.query(`revoke all on all tables in schema ${SCHEMA_OF_ADDED} from ${to}`)
    await client.query(`grant select on all tables in schema ${SCHEMA_OF_ADDED} to ${to}`)
    for (const table of ONLY_ADDED) await client.query(`grant insert on ${table} to ${to}`)
    await client.query('commit')
  })
}

const rightsIn = (schema: string, role: string): string => `
  grant usage on schema ${schema} to ${role};
  grant select, insert, update, delete on all tables in schema ${schema} to ${role};
  grant usage, select on all sequences in schema ${schema} to ${role};`

/** The name that a database address signs in with. */
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
