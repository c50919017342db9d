export { freeIs } from './asset-row.queries.ts'
export { findPictures } from './collections/featured.service.ts'
export {
  countByStatus,
  decideAsset,
  endRejection,
  type FreeEdit,
  insertAsset as createAsset,
  insertAssetOnce as createAssetOnce,
  lockAsset,
  releaseAsset,
  reviseAsset,
  updateAsset,
  updateFree,
  withholdAsset
} from './desk/desk.queries.ts'
export { assetsOfOwner, type DeskAsset, type DeskFile, deleteAsset, deskAssets, findDeskAsset } from './desk/desk.service.ts'
export { countDeskAssetsByStatus } from './desk/desk-list.queries.ts'
export type { Pin } from './desk/rejected-version.queries.ts'
export { type RejectedVersion, removeFile, removeRejectedVersion, storeRejectedVersion } from './desk/rejected-version.service.ts'
export {
  countAttempt,
  countProcessing,
  findCleanedBefore,
  findFile,
  findFilesOf,
  findUnscanned,
  findUnseen,
  publishFiles,
  updateCleaned,
  updateScanned,
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
export { checkFile } from './findings/check-files.service.ts'
export type { DrawnPage as CheckedPage } from './findings/check-tasks.ts'
export { findPartlyChecked } from './findings/findings.queries.ts'
export { findFindings } from './findings/findings.service.ts'
export { setIconNames } from './icon-names.queries.ts'
export { nearDuplicatesOf } from './image-analysis/image-analysis.service.ts'
export { findImported } from './import.queries.ts'
export { type ImportRow, importAssets } from './import.service.ts'
export { catalogueJobs } from './jobs.ts'
export { findNextFreeChange } from './lists/free-windows.queries.ts'
export { cataloguePersonalData } from './personal-data.ts'
export { spendSearch as spendPictureSearch } from './picture-search/picture-search.service.ts'
export { searchByBytes as searchByPictureBytes } from './picture-search/search-by-bytes.service.ts'
export type { Licensees, SentPicture, SentPictures } from './ports.ts'
export { makePreviews } from './previews/draw-previews.ts'
export { prepareFiles, storePage, storePreviews } from './previews/previews.service.ts'
export { findPaletteOf, storePalette } from './recolor/palette.service.ts'
export { requireChanges } from './recolor/recolored.service.ts'
export { catalogueRetention } from './retention.service.ts'
export { catalogueRoutes } from './routes.ts'
export {
  type ApprovedAsset,
  findAssets,
  findAssetsOnSale,
  findCards,
  type KnownAsset,
  lockAssetOnSale,
  lockAssetsOnSale,
  requireAssetOnSale
} from './service.ts'
