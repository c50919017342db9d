export { CompressDialog } from './open-compress.tsx'
export { LabelDialog } from './open-label.tsx'
