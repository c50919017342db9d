export { AcquireDialog } from './acquire-dialog.tsx'
export { saveIntent } from './intent.ts'
export { LicenseTable } from './license-table.tsx'
