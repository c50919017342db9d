export { requestsRetention } from './conversation/attachments.service.ts'
export { countRequestsOf, eraseRequests } from './people.service.ts'
export { requestsPersonalData } from './personal-data.ts'
export { requestsJobs, requestsRoutes } from './routes.ts'
