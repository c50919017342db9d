export { AcquireDialog } from './acquire-dialog.tsx'
export { LicenseTable } from './license-table.tsx'
