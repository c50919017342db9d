/** Why a reviewer rejects an asset. The artist reads the labels. */
export const REJECT_REASONS = {
  quality: 'The quality is too low',
  technical: 'The file has technical faults, such as open paths, artifacts, or a wrong size or format',
  duplicate: 'It is too similar to another asset',
  rights: 'The rights are unclear',
  false_origin: 'Its origin is not what you stated',
  brands: 'It shows a brand, a person, or someone else’s work',
  content: 'Its content breaks our rules',
  category: 'It is in the wrong category',
  metadata: 'The title, description, or tags do not match',
  other: 'Something else'
} as const
export type RejectReason = keyof typeof REJECT_REASONS
export const REJECT_REASON_CODES = Object.keys(REJECT_REASONS) as [RejectReason, ...RejectReason[]]

/** Maximum number of pins of one rejection. */
export const PINS_MAX = 30
export const PIN_NOTE_MAX = 500

/** Maximum number of assets decided in one call. */
export const BATCH_MAX = 100
export const BATCH_OUTCOMES = [
  'approved',
  'rejected',
  'already_decided',
  'changed_meanwhile',
  'own_work',
  'no_files',
  'no_picture',
  'duplicate_unknown',
  'asset_not_found'
] as const

export const MESSAGES = {
  title: 'Title is required.',
  file: 'Please select a file.',
  login: 'Please log in first.',
  no_asset: '⚠️ No asset found. Please create an asset first.',
  uploaded: 'File uploaded successfully!',
  upload_failed: 'Upload failed.',
  create_failed: 'Error creating asset',
  delete_failed: 'Error deleting asset',
  edit_failed: 'Failed to save changes.',
  free_failed: 'Failed to save.',
  revise_failed: 'Error opening asset',
  resubmit_failed: 'Error sending asset again',
  remove_failed: 'Error removing file',
  reason_required: 'Please enter a reason.',
  duplicate: 'Please choose the asset of which this is a duplicate.',
  status_failed: 'Error updating asset status.',
  no_dashboard: 'Failed to load dashboard',
  no_admin_dashboard: 'Failed to load admin dashboard. Are you logged in as an admin?'
} as const

/** The badge color of a status: approved green, rejected red, otherwise a warning color. */
export const toneOf = (status: string): 'good' | 'bad' | 'warn' => (status === 'approved' ? 'good' : status === 'rejected' ? 'bad' : 'warn')

type Published = { status: string; files: readonly { status: string; is_published: boolean }[] }

/** The files of an approved asset that became ready after its approval. They are published once they are approved too. */
export const filesToApprove = <Asset extends Published>({ status, files }: Asset): Asset['files'][number][] =>
  status === 'approved' ? files.filter((file) => file.status === 'ready' && !file.is_published) : []

export const mayDelete = ({ status }: { status: string }): boolean => status === 'rejected'

/** Artists may edit the title, description, category, and tags until the asset is approved. */
export const mayEdit = ({ status }: { status: string }): boolean => status !== 'approved'

/** Decisions section 4: the files of a reviewed asset cannot change, unless its artist is revising it after a rejection. */
export const mayChangeFiles = ({ status, is_revising }: { status: string; is_revising: boolean }): boolean =>
  status === 'pending' || is_revising

const isRejectReason = (code: string): code is RejectReason => Object.hasOwn(REJECT_REASONS, code)

/** Returns what the artist reads about a rejection: the labels of its codes, then the reviewer's note. */
export function reasonsOf(codes: readonly string[], note: string | null): string[] {
  return [...codes.map((code) => (isRejectReason(code) ? REJECT_REASONS[code] : code)), ...(note ? [note] : [])]
}

/** Whether the reasons, at a pin or for the whole asset, say that it is a duplicate. They must then name the other asset. */
export const saysDuplicate = ({ reason_codes, pins }: { reason_codes: readonly string[]; pins: readonly { code: string }[] }): boolean =>
  reason_codes.includes('duplicate') || pins.some(({ code }) => code === 'duplicate')

/** Returns what a pin says: its reason, then the reviewer's note. */
export const pinText = ({ code, note }: { code: string; note: string }): string => reasonsOf([code], note || null).join(': ')

/** Returns which codes were added and which are gone, each once. */
export const changedCodes = (before: readonly string[], after: readonly string[]): { added: string[]; fixed: string[] } => ({
  added: [...new Set(after)].filter((code) => !before.includes(code)),
  fixed: [...new Set(before)].filter((code) => !after.includes(code))
})
