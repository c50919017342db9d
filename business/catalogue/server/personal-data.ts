import type { Ctx, PersonalData, PersonalFile, PersonOfData } from '#platform/server/index.ts'
import { findOriginalsOf } from './personal-data.queries.ts'

const OF_OWNER = { column: 'asset_id', table: 'catalogue.asset', ids: ['owner_id'] }
const STAFF = 'a decision of staff, who are named by id; the audit log holds it'

/** Lists the original files of an artist's works. An infected file stays closed. */
async function* files({ db, ports }: Ctx, { id }: PersonOfData): AsyncIterable<PersonalFile> {
  if (id === null) return
  for (const { asset_id, filename, original_key, created_at } of await findOriginalsOf(db, id))
    yield { name: `assets/${asset_id}/${filename}`, modified_at: created_at, open: () => ports.files.stream(original_key) }
}

export const cataloguePersonalData: PersonalData = {
  tables: [
    { name: 'assets', table: 'catalogue.asset', ids: ['owner_id'], without: ['decided_by', 'withheld_by'] },
    { name: 'asset-files', table: 'catalogue.asset_file', through: OF_OWNER, without: ['original_key', 'blur', 'perceptual_hash'] },
    { name: 'rejections', table: 'catalogue.rejection', through: OF_OWNER, without: ['decided_by'] },
    { name: 'rejected-versions', table: 'catalogue.rejected_version', through: OF_OWNER },
    { name: 'replaced-files', table: 'catalogue.replaced_file', through: OF_OWNER, without: ['original_key'] }
  ],
  left_out: {
    'catalogue.asset.decided_by': STAFF,
    'catalogue.asset.withheld_by': STAFF,
    'catalogue.rejection.decided_by': STAFF
  },
  files
}
