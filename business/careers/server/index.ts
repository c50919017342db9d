export { careersRetention, eraseApplications } from './forget.service.ts'
export { careersPersonalData } from './personal-data.ts'
export { careersJobs, careersRoutes } from './routes.ts'
