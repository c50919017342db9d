export { takeBackExports } from './export/export.service.ts'
export { privacyJobs } from './jobs.ts'
export { erasePrivacy, privacyPersonalData, privacyRetention } from './people.service.ts'
export { privacyRoutes } from './routes.ts'
