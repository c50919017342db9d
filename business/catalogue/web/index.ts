export { Preview } from './preview.tsx'
export { WithholdDialog } from './withhold-dialog.tsx'
