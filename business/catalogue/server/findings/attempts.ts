/** The parts of a check, each caught on its own, so that one that fails does not take the results of the others with it. */
export type Attempts = {
  /** Why parts failed, in words for the log. Empty if everything was checked. */
  readonly failures: string[]
  /** Returns what a part found, or `otherwise` if it failed. */
  at<Result>(part: string, otherwise: Result, work: () => Promise<Result> | Result): Promise<Result>
}

export function startAttempts(): Attempts {
  const failures: string[] = []
  return {
    failures,
    async at(part, otherwise, work) {
      try {
        return await work()
      } catch (error) {
        failures.push(`${part}: ${error instanceof Error ? error.message : error}`)
        return otherwise
      }
    }
  }
}
