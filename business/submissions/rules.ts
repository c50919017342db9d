/** Why a reviewer turns an asset down; the artist reads the label. */
export const REJECT_REASONS = {
  quality: 'The quality is too low',
  duplicate: 'It is too close to another asset',
  rights: 'The rights are not clear',
  category: 'It is in the wrong category',
  metadata: 'Title, description or tags do not fit',
  other: 'Something else'
} as const
export type RejectReason = keyof typeof REJECT_REASONS
export const REJECT_REASON_CODES = Object.keys(REJECT_REASONS) as [RejectReason, ...RejectReason[]]

export const WORDS = {
  title: 'Title is required.',
  file: 'Please select a file.',
  no_asset: '⚠️ No asset found. Please create an asset first.',
  uploaded: 'File uploaded successfully!',
  upload_failed: 'Upload failed.',
  create_failed: 'Error creating asset',
  delete_failed: 'Error deleting asset',
  status_failed: 'Error updating asset status.',
  no_dashboard: 'Failed to load dashboard',
  no_admin_dashboard: 'Failed to load admin dashboard. Are you logged in as an admin?'
} as const

/** The status colours of My Assets: approved green, rejected red, otherwise warning. */
export const toneOf = (status: string): 'good' | 'bad' | 'warn' => (status === 'approved' ? 'good' : status === 'rejected' ? 'bad' : 'warn')

export const mayDelete = ({ status }: { status: string }): boolean => status === 'rejected'
