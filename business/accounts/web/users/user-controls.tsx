import type { FormEvent } from 'react'
import { Form } from 'react-router'
import { useLooksOnly } from '#platform/web/grants.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { IconDown } from '#platform/web/ui/icons.ts'
import type { Role } from '../../rules.ts'
import type { ListedUser } from '../../users.contract.ts'
import { type Action, type Asked, needsYes, useAction } from './user-actions.ts'
import css from './user-controls.module.css'

type ControlProps = { user: ListedUser; own: boolean; onAsk: (asked: Asked) => void }

const ROLES: { value: Role; label: string }[] = [
  { value: 'client', label: 'Client' },
  { value: 'employee', label: 'Employee' },
  { value: 'admin', label: 'Admin' }
]

function useAskedAction(user: ListedUser, onAsk: ControlProps['onAsk']) {
  const action = useAction(user)
  return { ...action, start: (wanted: Action) => (needsYes(wanted) ? onAsk({ user, action: wanted }) : action.run(wanted)) }
}

/** Saves on change. Without JavaScript it has a button. */
export function RoleSelect({ user, own, onAsk }: ControlProps) {
  const { busy, role, start } = useAskedAction(user, onAsk)
  const looksOnly = useLooksOnly()
  if (own || looksOnly) return <Badge>{user.role}</Badge>
  return (
    <Form method="post" className={css['role']} preventScrollReset>
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="id" value={user.id} />
      <span className={css['frame']}>
        <select
          name="role"
          className={css['select']}
          aria-label={`Role of ${user.name}`}
          value={role ?? user.role}
          disabled={busy}
          onChange={({ currentTarget }) => start({ intent: 'role', role: currentTarget.value as Role })}
        >
          {ROLES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <IconDown size={14} aria-hidden="true" />
      </span>
      <noscript>
        <Button type="submit" small>
          Save
        </Button>
      </noscript>
    </Form>
  )
}

/** A switch with its label. Without JavaScript it submits its form. */
export function StatusSwitch({ user, own, onAsk }: ControlProps) {
  const { busy, is_active = user.is_active, start } = useAskedAction(user, onAsk)
  const word = is_active ? 'Active' : 'Inactive'
  const looksOnly = useLooksOnly()
  if (own || looksOnly) return <Badge tone={is_active ? 'good' : 'quiet'}>{word}</Badge>
  const toggle = (event: FormEvent) => {
    event.preventDefault()
    start({ intent: 'status', is_active: !user.is_active })
  }
  return (
    <Form method="post" preventScrollReset onSubmit={toggle}>
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="id" value={user.id} />
      <input type="hidden" name="is_active" value={String(!user.is_active)} />
      <button
        type="submit"
        role="switch"
        className={css['switch']}
        aria-checked={is_active}
        aria-label={`${user.name} is active`}
        disabled={busy}
      >
        <span className={css['track']} aria-hidden="true" />
        <span aria-hidden="true">{word}</span>
      </button>
    </Form>
  )
}
