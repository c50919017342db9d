export { AssetWordFields } from './asset-word-fields.tsx'
export { Picture } from './picture.tsx'
export { WageTable } from './wage-table.tsx'
