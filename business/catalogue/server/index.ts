export {
  type Counts,
  countByStatus,
  type Decision,
  decideAsset,
  insertAsset as createAsset,
  lockAsset,
  type NewAsset,
  updateAsset,
  updateFree
} from './desk.queries.ts'
export { assetsOfOwner, type DeskAsset, type DeskFile, type DeskPage, deleteAsset, deskAssets, findDeskAsset } from './desk.service.ts'
export { findFile, findFilesOf, findReadyFiles as readyFiles } from './files.queries.ts'
export {
  type AddedFile,
  addFile,
  fileFailed,
  fileIsReady,
  fileProgress,
  fileRestarts,
  forgetFiles,
  type Measured,
  type Original
} from './files.service.ts'
export { type ImportRow, importAssets } from './import.service.ts'
export { catalogueJobs, MAKE_PREVIEWS, prepareFiles, storePreviews } from './previews.service.ts'
export { makePreviews, PIXELS_MOST, type Preview, type Previews } from './previews.ts'
export { catalogueRoutes } from './routes.ts'
export { type ApprovedAsset, findAssets, isInsider, type KnownAsset, requireApprovedAsset } from './service.ts'
