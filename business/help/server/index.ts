export { helpJobs, helpRoutes } from './routes.ts'
export { eraseContactMessages } from './service.ts'
