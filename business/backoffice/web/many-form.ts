/** The form of an action on several records: its intent, and one field of that name for each of them. */
export function manyForm(intent: string, name: string, values: readonly string[]): FormData {
  const form = new FormData()
  form.set('intent', intent)
  for (const value of values) form.append(name, value)
  return form
}

/** Returns what to undo: of the earlier states, each 'ID' and more after a separator, those of records that the action changed. */
export const changed = (was: readonly string[], separator: string, done_ids: readonly string[] = []): string[] =>
  was.filter((state) => done_ids.includes(state.split(separator)[0] ?? ''))
