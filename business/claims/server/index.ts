export { claimsOfAssets, restoreClaimsOf } from './artist.service.ts'
export { claimsJobs, claimsRetention, claimsRoutes, eraseClaims } from './routes.ts'
export { requireUploads, strikesOf } from './strikes.service.ts'
