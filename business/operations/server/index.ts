export { operationsJobs, operationsRoutes } from './routes.ts'
