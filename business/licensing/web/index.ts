export { AcquireDialog } from './acquire-dialog.tsx'
export { saveIntent } from './intent.ts'
export { LicenseHelper } from './license-helper.tsx'
export { LicenseTable } from './license-table.tsx'
