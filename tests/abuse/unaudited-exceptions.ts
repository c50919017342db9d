/** Endpoints of admins that change something and need no entry, each with the reason. */
export const EXCEPTIONS: Record<string, string> = {
  'POST /admin/claims/:id/preview': 'changes nothing: it returns the emails of a decision',
  'POST /admin/assets/search-by-picture': 'changes nothing: it finds works by a picture, of which nothing is stored',
  'POST /admin/saved-views': 'the filters of the caller, which nobody else sees',
  'DELETE /admin/saved-views/:id': 'the filters of the caller, which nobody else sees',
  'POST /custom-requests/:id/messages': 'the conversation shows who wrote what and when',
  'POST /custom-requests/:id/read': 'only how far the caller has read',
  'POST /custom-requests/:id/attachments': 'unsent until a message names it, and that message shows who sent it',
  'DELETE /custom-requests/:id/attachments/:attachment_id': 'only unsent attachments of the caller'
}

/** Their entries have no fields: what staff note about an applicant is not in the log, and neither are words that people searched for. */
export const WITHOUT_FIELDS: readonly string[] = [
  'PUT /admin/applicants/:id',
  'DELETE /admin/search-misses/:id',
  'POST /admin/users/:id/sign-out'
]
