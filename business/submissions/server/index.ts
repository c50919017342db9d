export { eraseAppeals } from './appeals/appeals.service.ts'
export { submissionsJobs } from './jobs.ts'
export { type UploadLimits, USUAL_UPLOAD_LIMITS } from './ports.ts'
export { submissionsRoutes } from './routes.ts'
