/**
 * PostgreSQL's and PgBouncer's codes for: it stops, starts, takes no more connections, is gone, or is now a replica. The last three are
 * of a connection that broke. When it is that of another dependency, trying again is right, too.
 */
const AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08P01',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH'
])
/** What the driver says about a connection that broke. These errors have no code. */
const BROKEN = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** No connection to the database could be opened. The reason is the cause. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'

  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause })
  }
}

/** Whether the same call may work a few seconds later, because only the connection to the database failed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseAway) return true
  return ('code' in error && typeof error.code === 'string' && AWAY.has(error.code)) || BROKEN.test(error.message)
}
