import type { Ctx, Tx } from '#platform/server/index.ts'
import type { Person, SignedInAnswer } from '../../contract.ts'
import { originOf } from '../account-mails.service.ts'
import { audit } from '../audit/audit.service.ts'
import { recordDevice } from './devices.service.ts'
import { openSession } from './sessions.service.ts'

export const presentPerson = ({ id, name, email, role }: Person): Person => ({ id, name, email, role })

/** Opens the session of a person who has shown everything that was asked for. The caller has locked the user. */
export async function completeSignIn(
  ctx: Ctx<Tx>,
  user: Person & { created_at: Date },
  remembered: boolean,
  details: Record<string, unknown> = {}
): Promise<{ answer: SignedInAnswer; device_hash: Buffer }> {
  const token = await openSession(ctx, user.id, { remembered })
  const device_hash = await recordDevice(ctx, user)
  const entry = { actor_id: user.id, action: 'user.signed_in', subject_kind: 'user', subject: user.id }
  await audit(ctx.db, { ...entry, details: { ...originOf(ctx), ...details } })
  return { answer: { token, user: presentPerson(user) }, device_hash }
}
