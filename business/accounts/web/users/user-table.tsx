import { Link } from 'react-router'
import { GRANTS } from '#platform/contract/grants.ts'
import { useLooksOnly } from '#platform/web/grants.tsx'
import { showDay, showMoment } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { useDoneToast } from '#platform/web/use-done-toast.ts'
import { GRANT_TEXTS } from '../../rules.ts'
import type { ListedUser } from '../../users.contract.ts'
import { Avatar } from '../avatar.tsx'
import { type Asked, useAction } from './user-actions.ts'
import { RoleSelect, StatusSwitch } from './user-controls.tsx'
import css from './user-table.module.css'

type UserTableProps = {
  users: readonly ListedUser[]
  ownId: string | undefined
  onAsk: (asked: Asked) => void
  /** The address at which an admin's grants are edited. */
  grantsOf: (id: string) => string
}

export function UserTable({ users, ownId, onAsk, grantsOf }: UserTableProps) {
  const isOwn = ({ id }: ListedUser) => id === ownId
  return (
    <DeskTable
      name="users"
      caption="Users"
      rows={users}
      rowKey={({ id }) => id}
      columns={[
        { head: 'User', kind: 'title', cell: (user) => <Who user={user} own={isOwn(user)} /> },
        { head: 'Role', cell: (user) => <RoleSelect user={user} own={isOwn(user)} onAsk={onAsk} /> },
        { head: 'Grants', cell: (user) => <Grants user={user} to={isOwn(user) ? undefined : grantsOf(user.id)} /> },
        { head: 'Status', cell: (user) => <StatusSwitch user={user} own={isOwn(user)} onAsk={onAsk} /> },
        { head: 'Joined', kind: 'date', cell: ({ created_at }) => <When at={created_at} /> },
        { head: 'Last seen', kind: 'date', cell: ({ last_seen_at }) => (last_seen_at ? <When at={last_seen_at} /> : 'Signed out') },
        { head: '', kind: 'actions', cell: (user) => <Actions user={user} own={isOwn(user)} onAsk={onAsk} /> }
      ]}
    />
  )
}

/** What an admin may do, with the way to change it; for everyone else, what their programs may. */
function Grants({ user: { id, name, role, grants }, to }: { user: ListedUser; to: string | undefined }) {
  const looksOnly = useLooksOnly()
  // Admins have no API keys.
  if (role !== 'admin')
    return (
      <Link to={`/admin/manage-users/${id}/keys`} aria-label={`API keys of ${name}`}>
        API keys
      </Link>
    )
  const words = grants.length === GRANTS.length ? 'All' : grants.map((grant) => GRANT_TEXTS[grant].label).join(', ') || 'None'
  if (to === undefined || looksOnly) return words
  return (
    <Link to={to} aria-label={`Grants of ${name}: ${words}`} preventScrollReset>
      {words}
    </Link>
  )
}

const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={showMoment(at)}>
    {showDay(at)}
  </time>
)

/** The name and email, and any error of this row. */
function Who({ user, own }: { user: ListedUser; own: boolean }) {
  const { outcome } = useAction(user)
  useDoneToast(outcome)
  const failure = Object.values(outcome?.fields ?? {})[0]
  return (
    <div className={css['who']}>
      <Avatar name={user.name} url={user.avatar_url} />
      <div className={css['words']}>
        <span className={css['name']}>
          {user.name}
          {own && <Badge tone="info">You</Badge>}
        </span>
        <span className={css['email']}>{user.email}</span>
        {!user.email_verified && <span className={css['note']}>Email not verified</span>}
        {failure && (
          <span className={css['failure']} role="alert">
            {failure}
          </span>
        )}
      </div>
    </div>
  )
}

function Actions({ user, own, onAsk }: { user: ListedUser; own: boolean; onAsk: (asked: Asked) => void }) {
  const { busy } = useAction(user)
  const looksOnly = useLooksOnly()
  if (looksOnly) return null
  if (own) return <span className={css['note']}>Another admin can change your account.</span>
  return (
    <div className={css['actions']}>
      {user.last_seen_at && (
        <Button
          type="button"
          small
          kind="quiet"
          disabled={busy}
          aria-label={`Sign out ${user.name} everywhere`}
          onClick={() => onAsk({ user, action: { intent: 'sign-out' } })}
        >
          Sign out
        </Button>
      )}
      {user.has_second_factor && (
        <Button
          type="button"
          small
          kind="quiet"
          disabled={busy}
          aria-label={`Reset the second factor of ${user.name}`}
          onClick={() => onAsk({ user, action: { intent: 'reset-factor', reason: '' } })}
        >
          Reset 2FA
        </Button>
      )}
      <Button
        type="button"
        small
        kind="quiet"
        className={css['delete']}
        disabled={busy}
        aria-label={`Delete ${user.name}`}
        onClick={() => onAsk({ user, action: { intent: 'delete' } })}
      >
        Delete
      </Button>
    </div>
  )
}
