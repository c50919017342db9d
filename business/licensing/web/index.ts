export { AcquireDialog } from './acquire/acquire-dialog.tsx'
export { saveIntent } from './acquire/intent.ts'
export { LicenseHelper } from './acquire/license-helper.tsx'
export { LicenseTable } from './licenses/license-table.tsx'
