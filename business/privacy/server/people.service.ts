import type { Ctx, Eraser, PersonalData, Tx } from '#platform/server/index.ts'
import { deleteExpiredExports, eraseExports } from './export/export.service.ts'
import { deleteExpired, deleteRequestsOf } from './requests/requests.queries.ts'

/** Deletes a person's copies and requests. */
export async function erasePrivacy(ctx: Ctx<Tx>, person: { id: string; email: string }): Promise<void> {
  await eraseExports(ctx, person)
  await deleteRequestsOf(ctx.db, person.email)
}

export const privacyPersonalData: PersonalData = {
  tables: [
    { name: 'data-exports', table: 'privacy.export', ids: ['user_id'], emails: ['email'] },
    { name: 'data-requests', table: 'privacy.request', emails: ['email'], without: ['token_hash'] }
  ]
}

export const privacyRetention = {
  data_exports: deleteExpiredExports,
  data_requests: ({ db }, before) => deleteExpired(db, before)
} satisfies Record<string, Eraser>
