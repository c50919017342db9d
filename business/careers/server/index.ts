export { careersRetention, eraseApplications } from './forget.service.ts'
export { careersJobs, careersRoutes } from './routes.ts'
export { type KeyRing, keyRing } from './sealing.ts'
