import { redact } from '#platform/server/log/redact.ts'

/** For what runs before there is a log, and for commands, which have none. */
export const printQueueError = (error: unknown): void =>
  console.error(`The job queue failed: ${redact(error instanceof Error ? error.message || error.name : String(error))}`)
