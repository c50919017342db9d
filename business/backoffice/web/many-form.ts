/** The form of an action on several records: its intent, and one field of that name for each of them. */
export function manyForm(intent: string, name: string, values: readonly string[]): FormData {
  const form = new FormData()
  form.set('intent', intent)
  for (const value of values) form.append(name, value)
  return form
}
