import { grantsOf } from '../../rules.ts'
import type * as users from './users.queries.ts'

type Locked = Awaited<ReturnType<typeof users.lockWithAdmins>>[number]

/** Why an admin must stay one: no other active admin is left, or none who may manage people. */
export type Last = 'last_admin' | 'last_people_holder'

/** Returns why this user must stay an active admin, given all who are locked, or undefined. */
export function lastAmong(locked: readonly Locked[], user: Locked): Last | undefined {
  const isLast = (does: (one: Locked) => boolean) => does(user) && !locked.some((one) => one.id !== user.id && does(one))
  if (isLast(isActiveAdmin)) return 'last_admin'
  return isLast(managesPeople) ? 'last_people_holder' : undefined
}

const isActiveAdmin = ({ role, is_active }: Locked): boolean => role === 'admin' && is_active
const managesPeople = (user: Locked): boolean => isActiveAdmin(user) && grantsOf(user).includes('people')
