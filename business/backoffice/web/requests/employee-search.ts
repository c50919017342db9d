import { type Api, ApiError, route } from '#platform/web/api.ts'
import type { Assignee, searchAssignees } from '#requests/desk.contract.ts'

const SEARCH = route<typeof searchAssignees>({ method: 'GET', path: '/admin/custom-requests/assignees' })

/** The text of a field for a chosen employee. Also readable when the page is sent without JavaScript. */
export const labelOf = ({ name, email }: Pick<Assignee, 'name' | 'email'>): string => `${name} <${email}>`

export const searchEmployees = (api: Api, q: string) => api(SEARCH, { query: { q: searchTextOf(q) } })

/** Returns the employee with this ID, if there is one. */
export async function findEmployee(api: Api, id: string): Promise<Assignee | undefined> {
  return (await api(SEARCH, { query: { id } })).items[0]
}

const LABEL_EMAIL = /<([^<>\s]+)>\s*$/

const searchTextOf = (text: string): string => LABEL_EMAIL.exec(text)?.[1] ?? text.trim()

/** Returns the employee that matches a typed name, email address, or label. Refuses a text that matches none or several. */
export async function requireEmployee(api: Api, text: string): Promise<Assignee> {
  const { items, total } = await searchEmployees(api, text)
  const q = searchTextOf(text).toLowerCase()
  const byEmail = items.filter(({ email }) => email.toLowerCase() === q)
  const byName = items.filter(({ name }) => name.toLowerCase() === q)
  const matches = [byEmail, byName, total === 1 ? items : []].find(({ length }) => length === 1)
  const [found] = matches ?? []
  if (found) return found
  const error = total === 0 ? 'No employee matches.' : 'Several employees match. Please choose one or enter the email address.'
  throw new ApiError(422, { error, code: 'invalid_fields', fields: { employee: error } })
}
