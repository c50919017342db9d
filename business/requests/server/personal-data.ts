import type { Ctx, PersonalData, PersonalFile, PersonOfData } from '#platform/server/index.ts'
import { findUploadsOf } from './conversation/attachments.queries.ts'

const OF_CLIENT = { column: 'request_id', table: 'requests.request', ids: ['client_id'] }

/** Lists the files that a person sent. An infected file stays closed. */
async function* files({ db, ports }: Ctx, { id }: PersonOfData): AsyncIterable<PersonalFile> {
  if (id === null) return
  for (const { request_id, filename, file_key, created_at } of await findUploadsOf(db, id))
    yield { name: `custom-requests/${request_id}/${filename}`, modified_at: created_at, open: () => ports.files.stream(file_key) }
}

export const requestsPersonalData: PersonalData = {
  tables: [
    { name: 'custom-requests', table: 'requests.request', ids: ['client_id', 'assigned_employee_id'] },
    { name: 'custom-request-events', table: 'requests.event', ids: ['actor_id', 'employee_id'], through: OF_CLIENT },
    { name: 'custom-request-messages', table: 'requests.message', ids: ['author_id'], through: OF_CLIENT, without: ['client_key'] },
    { name: 'custom-request-files', table: 'requests.attachment', ids: ['uploader_id'], without: ['file_key', 'preview_key'] },
    { name: 'custom-request-reading', table: 'requests.reader', ids: ['person_id'] }
  ],
  files
}
