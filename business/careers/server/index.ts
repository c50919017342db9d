export { careersRetention, eraseApplications } from './forget.service.ts'
export { careersJobs, careersRoutes } from './routes.ts'
