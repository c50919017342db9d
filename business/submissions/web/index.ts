export { AssetWordFields } from './asset-word-fields.tsx'
export { Picture } from './picture.tsx'
export { useSources } from './use-sources.ts'
export { WageTable } from './wage-table.tsx'
