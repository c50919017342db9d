import type { PersonalData } from '#platform/server/index.ts'

export const helpPersonalData: PersonalData = {
  tables: [{ name: 'contact-messages', table: 'help.contact_message', emails: ['email'], without: ['done_by'] }],
  left_out: { 'help.contact_message.done_by': 'who in support was responsible, by id; the audit log holds it' }
}
