export { helpRoutes } from './routes.ts'
export { eraseContactMessages, helpRetention } from './service.ts'
