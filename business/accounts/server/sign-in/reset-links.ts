import type { AppSettings, Tx } from '#platform/server/index.ts'
import { ADMIN_SETUP_HOURS, RESET_MINUTES } from '../../rules.ts'
import { type ResetPurpose, upsertReset } from './recovery.queries.ts'
import { hashToken, newToken } from './tokens.ts'

const LASTS_MINUTES: Readonly<Record<ResetPurpose, number>> = { reset: RESET_MINUTES, admin_setup: ADMIN_SETUP_HOURS * 60 }

/** When a link stops working that is created now. */
export const resetExpiry = (now: Date, purpose: ResetPurpose = 'reset'): Date => new Date(now.getTime() + LASTS_MINUTES[purpose] * 60_000)

type Place = { db: Tx; now: Date; settings: Pick<AppSettings, 'public_url'> }

/** Creates a link that sets a password once. Earlier links for the same purpose stop working. */
export async function newResetLink({ db, now, settings }: Place, user_id: string, purpose: ResetPurpose = 'reset'): Promise<string> {
  const token = newToken()
  await upsertReset(db, { user_id, purpose, token_hash: hashToken(token), expires_at: resetExpiry(now, purpose) })
  return `${settings.public_url}/reset-password?token=${token}`
}
