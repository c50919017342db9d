import { pageKey, previewKeys } from '#catalogue/server/previews/preview-address.ts'
import type { Rig } from '../rig.ts'
import '#accounts/server/tables.ts'
import '#careers/server/tables.ts'
import '#catalogue/server/tables.ts'
import '#requests/server/tables.ts'

/** Describes files that no row refers to, and rows whose files are missing. Files that a killed process had not written to the end since `since` may still be there. */
export async function problemsOfStore(rig: Rig, since: number): Promise<string[]> {
  const { needed, possible } = await referredKeys(rig)
  const stored = new Set(await rig.place.list(since))
  const orphans = [...stored].filter((key) => !needed.has(key) && !possible.has(key))
  const missing = [...needed].filter((key) => !stored.has(key))
  return [...orphans.map((key) => `orphan file: ${key}`), ...missing.map((key) => `missing file: ${key}`)]
}

/** `possible`: may be stored, and is made again on demand. */
async function referredKeys({ db }: Rig): Promise<{ needed: Set<string>; possible: Set<string> }> {
  const files = await db.selectFrom('catalogue.asset_file').select(['id', 'sha256', 'original_key', 'status']).execute()
  const replaced = await db.selectFrom('catalogue.replaced_file').select(['id', 'sha256', 'original_key']).execute()
  const attachments = await db.selectFrom('requests.attachment').select(['file_key', 'preview_key', 'stored_at']).execute()
  const applications = await db.selectFrom('careers.applicant_file').select('file_key').execute()
  const people = await db.selectFrom('accounts.user').select('avatar_url').where('avatar_url', 'is not', null).execute()
  const renditions = await db.selectFrom('licensing.rendition').select('key').execute()
  const needed = [
    ...files.filter(({ status }) => status === 'ready').map(({ original_key }) => original_key),
    ...replaced.map(({ original_key }) => original_key),
    ...attachments.filter(({ stored_at }) => stored_at).flatMap(keysOf),
    ...applications.map(({ file_key }) => file_key),
    ...people.flatMap(({ avatar_url }) => (avatar_url ? [avatar_url.slice(1)] : []))
  ]
  const possible = [
    ...[...files, ...replaced].flatMap((file) => [file.original_key, pageKey(file), ...previewKeys(file)]),
    ...attachments.flatMap(keysOf),
    ...renditions.map(({ key }) => key)
  ]
  return { needed: new Set(needed), possible: new Set(possible) }
}

type Attached = { file_key: string; preview_key: string | null }
const keysOf = ({ file_key, preview_key }: Attached): string[] => (preview_key ? [file_key, preview_key] : [file_key])
