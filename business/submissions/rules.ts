/** Why a reviewer turns an asset down; the artist reads the label. */
export const REJECT_REASONS = {
  quality: 'The quality is too low',
  technical: 'The file has faults: open paths, artefacts, a wrong size or format',
  duplicate: 'It is too close to another asset',
  rights: 'The rights are not clear',
  brands: 'It shows a brand, a person or a work of somebody else',
  content: 'Its content breaks our rules',
  category: 'It is in the wrong category',
  metadata: 'Title, description or tags do not fit',
  other: 'Something else'
} as const
export type RejectReason = keyof typeof REJECT_REASONS
export const REJECT_REASON_CODES = Object.keys(REJECT_REASONS) as [RejectReason, ...RejectReason[]]

/** So many assets are decided at once at most. */
export const BATCH_MOST = 100
export const BATCH_OUTCOMES = ['approved', 'rejected', 'already_decided', 'no_files', 'no_picture', 'asset_not_found'] as const

export const WORDS = {
  title: 'Title is required.',
  file: 'Please select a file.',
  no_asset: '⚠️ No asset found. Please create an asset first.',
  uploaded: 'File uploaded successfully!',
  upload_failed: 'Upload failed.',
  create_failed: 'Error creating asset',
  delete_failed: 'Error deleting asset',
  edit_failed: 'Failed to save changes.',
  free_failed: 'Failed to save.',
  mend_failed: 'Error opening asset',
  resubmit_failed: 'Error sending asset again',
  remove_failed: 'Error removing file',
  status_failed: 'Error updating asset status.',
  no_dashboard: 'Failed to load dashboard',
  no_admin_dashboard: 'Failed to load admin dashboard. Are you logged in as an admin?'
} as const

/** The status colours of My Assets: approved green, rejected red, otherwise warning. */
export const toneOf = (status: string): 'good' | 'bad' | 'warn' => (status === 'approved' ? 'good' : status === 'rejected' ? 'bad' : 'warn')

export const mayDelete = ({ status }: { status: string }): boolean => status === 'rejected'

/** An artist may edit the words of what is not approved. */
export const mayEdit = ({ status }: { status: string }): boolean => status !== 'approved'

/** Decisions section 4: a decided asset's files change no more, until its artist has taken a rejected one up again. */
export const mayChangeFiles = ({ status, is_mending }: { status: string; is_mending: boolean }): boolean =>
  status === 'pending' || is_mending

/** What the artist reads of a decision: the labels of its codes, then its note. */
export function reasonsOf(codes: readonly string[], note: string | null): string[] {
  return [...codes.map((code) => REJECT_REASONS[code as RejectReason] ?? code), ...(note ? [note] : [])]
}
