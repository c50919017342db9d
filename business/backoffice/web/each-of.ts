type Outcome = { done_ids: string[]; error?: unknown }

/**
 * Calls `act` for one id after another, or with an empty id if there is none. One that fails does not stop the others, so that what was done
 * can be reported and undone. Returns the ids of those that succeeded, and the first error of the others. Throws a redirect.
 */
export async function eachOf(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<Outcome> {
  const done_ids: string[] = []
  const errors: unknown[] = []
  for (const id of ids.length > 0 ? ids : ['']) {
    try {
      await act(id)
      done_ids.push(id)
    } catch (error) {
      if (error instanceof Response) throw error
      errors.push(error)
    }
  }
  return { done_ids, error: errors[0] }
}
