export { MAKE_AVIF } from './avif.service.ts'
export {
  type AssetEdit,
  countByStatus,
  decideAsset,
  type FreeEdit,
  insertAsset as createAsset,
  insertAssetOnce as createAssetOnce,
  lockAsset,
  resubmitAsset,
  takeUpAsset,
  updateAsset,
  updateFree
} from './desk.queries.ts'
export { assetsOfOwner, type DeskAsset, deleteAsset, deskAssets, findDeskAsset, removeFile } from './desk.service.ts'
export { countAttempt, countProcessing, findFile, findFilesOf, findReadyFiles as readyFiles, findUnseen } from './files.queries.ts'
export {
  type AddedFile,
  addFile,
  fileFailed,
  fileIsReady,
  fileProgress,
  fileRestarts,
  forgetFiles,
  type Measured
} from './files.service.ts'
export { type ImportRow, importAssets } from './import.service.ts'
export { catalogueJobs } from './jobs.ts'
export { nearDuplicatesOf } from './looks.service.ts'
export { MAKE_PREVIEWS, prepareFiles, storePage, storePreviews } from './previews.service.ts'
export { makePreviews } from './previews.ts'
export { catalogueRoutes } from './routes.ts'
export { type ApprovedAsset, findAssets, type KnownAsset, requireApprovedAsset } from './service.ts'
export { findNextFreeChange } from './windows.queries.ts'
