/**
 * The files that must exist because a row names them. Previews, renditions, and profile pictures are left out: without them,
 * they are drawn again or not shown.
 */
const KEYS = `
  select original_key as key from catalogue.asset_file where status = 'ready'
  union all select original_key from catalogue.replaced_file
  union all select file_key from careers.applicant_file where scan_state <> 'infected'
  union all select file_key from accounts.audit_archive
  union all select file_key from requests.attachment where stored_at is not null and scan_state <> 'infected'`

/** In the order of the file lists. */
export const COPY_KEYS = `copy (select key from (${KEYS}) as named order by key collate "C") to stdout`

export const STILL_NAMED = `select key from (${KEYS}) as named where key = any($1) order by key`
