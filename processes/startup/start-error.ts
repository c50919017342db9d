/** Stops the start with a message that says what to do. Printed without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(...lines: string[]) {
    super(lines.join('\n'))
  }

  /** The app's bundle has a copy of this class: its errors count as well. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === 'StartError'
  }
}

/** Returns the code of a system error, such as EADDRINUSE. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
