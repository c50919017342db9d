import { isLocal } from '../settings/exposure.ts'
import { onDatabase } from './database.ts'

type Found = { encrypted: boolean; rewrites_ledger: boolean }

/** Returns a warning for each weakness of the app's connection to an external database. */
export async function databaseWarnings(url: string, { exposed }: { exposed: boolean }): Promise<string[]> {
  const found = await onDatabase(url, async (client) => {
    const { rows } = await client.query<Found>(
      `select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
         has_table_privilege('ledger.line', 'update') as rewrites_ledger`
    )
    return rows[0]
  })
  return found ? warningsAbout(new URL(url).hostname, found, exposed) : []
}

/** `host` is empty for a socket on this machine. */
export function warningsAbout(host: string, { encrypted, rewrites_ledger }: Found, exposed: boolean): string[] {
  const lines: string[] = []
  if (!encrypted && host !== '' && !isLocal(host))
    lines.push('The connection to PostgreSQL is not encrypted: add ?sslmode=verify-full to DATABASE_URL, and turn on ssl in PostgreSQL.')
  if (rewrites_ledger && exposed)
    lines.push(
      'One database role does everything, so whoever takes over the app can rewrite the ledger: set DATABASE_OWNER_URL, and a second role in DATABASE_URL (docs/operations.md, "Two database roles").'
    )
  return lines.map((line) => `Warning: ${line}`)
}
