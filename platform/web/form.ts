/** The text fields of a posted form by name. A field with several values keeps its last; files are left out. */
export function textFields(form: FormData): Partial<Record<string, string>> {
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The named text fields of a request's form. A field that was not sent is ''. */
export async function readForm<Name extends string>(request: Request, ...names: readonly Name[]): Promise<Record<Name, string>> {
  const fields = textFields(await request.formData())
  const entries = names.map((name) => [name, fields[name] ?? ''] as const)
  return Object.fromEntries(entries) as Record<Name, string>
}
