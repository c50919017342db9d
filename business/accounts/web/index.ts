export { ProofDialog } from './proof/proof-dialog.tsx'
