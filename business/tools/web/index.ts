export { CompressDialog, LabelDialog } from './dialogs.tsx'
