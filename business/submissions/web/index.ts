export { Picture } from './picture.tsx'
export { WageTable } from './wage-table.tsx'
