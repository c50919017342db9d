export { MATS, type Mat, MatChoice } from './mat-choice.tsx'
export { Preview } from './preview.tsx'
export { WithholdDialog } from './withhold-dialog.tsx'
