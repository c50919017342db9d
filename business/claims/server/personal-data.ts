import type { PersonalData } from '#platform/server/index.ts'

const BY_ADDRESS = { column: 'claim_id', table: 'claims.claim', emails: ['email'] }
const STAFF = 'a decision of staff, who are named by id; the audit log holds it'
/** An artist's copy does not hold who the claimant is. */
const CLAIMANT = ['token', 'name', 'email', 'address', 'signature', 'decided_by', 'suit_note']

export const claimsPersonalData: PersonalData = {
  tables: [
    {
      name: 'claims',
      table: 'claims.claim',
      emails: ['email'],
      without: ['token', 'artist_id', 'decided_by', 'counter_name', 'counter_address', 'counter_signature']
    },
    { name: 'claim-messages', table: 'claims.message', through: BY_ADDRESS },
    { name: 'claims-against-works', table: 'claims.claim', ids: ['artist_id'], without: CLAIMANT },
    { name: 'resumed-uploads', table: 'claims.upload_resumption', ids: ['artist_id'], without: ['resumed_by'] }
  ],
  left_out: { 'claims.claim.decided_by': STAFF, 'claims.upload_resumption.resumed_by': STAFF }
}
