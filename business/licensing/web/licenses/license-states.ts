import type { LicenseState } from '../../rules.ts'

export const STATE_NAMES: Record<LicenseState, string> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
  transferred: 'Transferred'
}
export const STATE_TONES: Record<LicenseState, 'good' | 'warn' | 'bad'> = {
  active: 'good',
  expired: 'warn',
  revoked: 'bad',
  transferred: 'warn'
}
