export { AcquireDialog } from './acquire-dialog.tsx'
