export { claimsOfAssets, restoreClaimsOf } from './artist.service.ts'
export { claimsRetention, eraseClaims } from './retention.service.ts'
export { claimsJobs, claimsRoutes } from './routes.ts'
export { requireUploads, strikesOf } from './strikes.service.ts'
