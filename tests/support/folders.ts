import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canEnter, postgresUser } from '#processes/database/postgres-binaries.ts'

/** Creates a temporary folder that the user that runs PostgreSQL (another one when we are root) can enter. */
export function temporaryFolder(prefix: string): string {
  const parent = canEnter(postgresUser(), tmpdir()) ? tmpdir() : '/var/tmp'
  const folder = mkdtempSync(join(parent, prefix))
  chmodSync(folder, 0o755)
  return folder
}
