/** What stops the start, in words that say what to do; it is printed without a stack. */
export class StartError extends Error {
  constructor(...lines: string[]) {
    super(lines.join('\n'))
  }
}
