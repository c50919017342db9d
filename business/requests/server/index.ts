export { countRequestsOf, eraseRequests } from './people.service.ts'
export { requestsJobs, requestsRoutes } from './routes.ts'
