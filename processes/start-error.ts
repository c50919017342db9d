/** Stops the start with a message that says what to do. Printed without a stack trace. */
export class StartError extends Error {
  constructor(...lines: string[]) {
    super(lines.join('\n'))
  }
}

/** Returns the code of a system error, such as EADDRINUSE. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
