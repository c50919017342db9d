import { useState } from 'react'
import type { Grant } from '#platform/contract/grants.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { textFields } from '#platform/web/form.ts'
import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { PastLast } from '#platform/web/ui/feedback/past-last.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { Pagination } from '#platform/web/ui/pagination.tsx'
import type { Role } from '../../rules.ts'
import { resetSecondFactor } from '../../security.contract.ts'
import { deleteUser, listUsers, setGrants, setRole, setStatus, signOutUser } from '../../users.contract.ts'
import type { Route } from './+types/manage-users-page.ts'
import { GrantsForm } from './grants-form.tsx'
import { type Asked, failureOf, LOAD_FAILED, type Outcome, ROLE_WORDS } from './user-actions.ts'
import { UserDialog } from './user-dialog.tsx'
import { UserFilters } from './user-filters.tsx'
import { UserTable } from './user-table.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Manage Users' }]

/** Unknown filter values in the address are ignored. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const filter = {
    q: searchIn(params),
    role: choiceIn(params, 'role', ['client', 'employee', 'admin']),
    status: choiceIn(params, 'status', ['active', 'inactive'])
  }
  const { items, total, page_size } = await context.get(apiContext)(listUsers, { query: { ...filter, page: pageIn(params) } })
  return {
    users: items,
    total,
    pages: Math.ceil(total / page_size),
    page: pageIn(params),
    filter,
    own_id: context.get(requestContext).user?.id,
    edited: items.find(({ id, role }) => id === params.get('grants') && role === 'admin')
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = textFields(form)
  const api = context.get(apiContext)
  const { intent = '', id = '', role, is_active, reason = '' } = typed
  const params = { id }
  try {
    if (intent === 'delete') {
      await api(deleteUser, { params })
      return { done: 'The account is deleted.' }
    }
    if (intent === 'sign-out') return { done: `${(await api(signOutUser, { params })).name} is signed out everywhere.` }
    if (intent === 'reset-factor') {
      await api(resetSecondFactor, { params, body: { reason } })
      return { done: 'The second factor is reset. The user can sign in with the password.' }
    }
    if (intent === 'grants') {
      const user = await api(setGrants, { params, body: { grants: form.getAll('grants') as Grant[] } })
      return { done: `The grants of ${user.name} are saved.` }
    }
    if (intent === 'role') {
      const user = await api(setRole, { params, body: { role: role as Role } })
      return { done: `${user.name} is now ${ROLE_WORDS[user.role]}.` }
    }
    const user = await api(setStatus, { params, body: { is_active: is_active === 'true' } })
    return { done: user.is_active ? `${user.name} can sign in again.` : `${user.name} is deactivated and signed out.` }
  } catch (error) {
    return failed(error, failureOf(intent))
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: (form) => failureOf(form.get('intent')) })

export default function ManageUsersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { users, total, pages, page, filter, own_id, edited } = loaderData
  const [asked, setAsked] = useState<Asked>()
  const { done, fields }: Outcome = actionData ?? {}
  return (
    <Page
      title="Manage Users"
      intro="Roles and access. A change takes effect immediately, and we email the user about it."
      actions={total > 0 && <CsvLink filter={filter} />}
    >
      {fields && <Notice tone="bad">{Object.values(fields)[0]}</Notice>}
      {done && <Notice tone="good">{done}</Notice>}
      {edited && edited.id !== own_id && (
        <GrantsForm key={edited.id} user={edited} list={addressWith('/admin/manage-users', { ...filter, page })} />
      )}
      <UserFilters filter={filter} />
      {users.length === 0 && total > 0 ? (
        <PastLast of="users" to={addressWith('', filter)} />
      ) : users.length === 0 ? (
        <EmptyState drawing="people" title="No users found." action={<LinkButton to="/admin/manage-users">Show all users</LinkButton>}>
          Try another name or email, or fewer filters.
        </EmptyState>
      ) : (
        <UserTable users={users} ownId={own_id} onAsk={setAsked} grantsOf={(id) => addressWith('', { ...filter, page, grants: id })} />
      )}
      {total > 0 && (
        <Pagination
          label="Pages of users"
          page={page}
          pages={pages}
          to={(to) => addressWith('', { ...filter, page: to })}
          note={` • ${showNumber(total)} total`}
        />
      )}
      <UserDialog asked={asked} onClose={() => setAsked(undefined)} />
    </Page>
  )
}

/** The users that match the filters, for spreadsheets. */
function CsvLink({ filter }: { filter: Parameters<typeof addressWith>[1] }) {
  return (
    <LinkButton to={addressWith('/api/admin/users.csv', filter)} reloadDocument download small aria-label="Download users as CSV">
      <IconDownload size={16} aria-hidden="true" />
      CSV
    </LinkButton>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Manage Users" title={LOAD_FAILED} />
}
