import type { Ctx, PersonalData, PersonalFile, PersonOfData } from '#platform/server/index.ts'
import { keyOfAvatar } from './profile/avatars.service.ts'
import { findUser } from './queries.ts'

const SECRET = 'a secret, or its hash'

/** Lists the profile picture as it is stored: what was uploaded is not. */
async function* files({ db, now, ports }: Ctx, { id }: PersonOfData): AsyncIterable<PersonalFile> {
  const { avatar_url } = (id !== null && (await findUser(db, id))) || {}
  const key = avatar_url ? keyOfAvatar(avatar_url) : undefined
  if (key) yield { name: 'profile-picture.webp', modified_at: now, open: () => ports.files.stream(key) }
}

export const accountsPersonalData: PersonalData = {
  tables: [
    { name: 'account', table: 'accounts.user', ids: ['id'], emails: ['email'] },
    { name: 'sessions', table: 'accounts.session', ids: ['user_id'], without: ['token_hash'] },
    { name: 'known-browsers', table: 'accounts.device', ids: ['user_id'], without: ['device_hash'] },
    { name: 'email-changes', table: 'accounts.email_change', ids: ['user_id'], emails: ['new_email'], without: ['code_hash'] },
    { name: 'changed-emails', table: 'accounts.email_undo', ids: ['user_id'], without: ['token_hash'] },
    { name: 'registrations', table: 'accounts.registration', emails: ['email'], without: ['password_hash', 'browser_hash'] },
    { name: 'requested-emails', table: 'accounts.mailing', emails: ['email'] },
    { name: 'saved-filters', table: 'accounts.saved_view', ids: ['user_id'] },
    {
      name: 'authenticator-apps',
      table: 'accounts.totp',
      ids: ['user_id'],
      without: ['sealed', 'key_id', 'wrapped_key']
    },
    { name: 'passkeys', table: 'accounts.passkey', ids: ['user_id'], without: ['credential_id', 'public_key'] },
    { name: 'audit-log', table: 'accounts.audit_entry', ids: ['actor_id', 'subject'] }
  ],
  left_out: {
    'accounts.password.user_id': SECRET,
    'accounts.recovery_code.user_id': SECRET,
    'accounts.verification_code.user_id': SECRET,
    'accounts.password_reset.user_id': SECRET
  },
  files
}
