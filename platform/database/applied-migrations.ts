type Run = (statement: string) => Promise<{ rows: { name: string }[] }>

/**
 * Returns the names of the migrations that ran, sorted, or none in a database without Easel's schema.
 * They are in the table of Kysely's migrator, which earlier versions used. `run` runs a statement, with any driver.
 */
export async function findMigrations(run: Run): Promise<string[]> {
  const { rows } = await run(`select 'kysely_migration' as name where to_regclass('public.kysely_migration') is not null`)
  if (rows.length === 0) return []
  const applied = await run('select name from public.kysely_migration order by name')
  return applied.rows.map(({ name }) => name)
}
