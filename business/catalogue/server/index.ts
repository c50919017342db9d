export {
  countByStatus,
  decideAsset,
  type FreeEdit,
  insertAsset as createAsset,
  insertAssetOnce as createAssetOnce,
  lockAsset,
  resubmitAsset,
  reviseAsset,
  updateAsset,
  updateFree
} from './desk/desk.queries.ts'
export { assetsOfOwner, type DeskAsset, deleteAsset, deskAssets, findDeskAsset, removeFile } from './desk/desk.service.ts'
export { countDeskAssetsByStatus } from './desk/desk-list.queries.ts'
export {
  countAttempt,
  countProcessing,
  findCleanedBefore,
  findFile,
  findFilesOf,
  findReadyFiles as readyFiles,
  findUnscanned,
  findUnseen,
  updateCleaned,
  updateScanState
} from './files.queries.ts'
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
export { nearDuplicatesOf } from './image-analysis/image-analysis.service.ts'
export { type ImportRow, importAssets } from './import.service.ts'
export { catalogueJobs } from './jobs.ts'
export { findNextFreeChange } from './lists/free-windows.queries.ts'
export { MAKE_AVIF } from './previews/avif.service.ts'
export { MAKE_PREVIEWS, prepareFiles, storePage, storePreviews } from './previews/previews.service.ts'
export { makePreviews } from './previews/previews.ts'
export { catalogueRoutes } from './routes.ts'
export { type ApprovedAsset, findAssets, type KnownAsset, requireApprovedAsset } from './service.ts'
