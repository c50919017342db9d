export { helpPersonalData } from './personal-data.ts'
export { helpRoutes } from './routes.ts'
export { eraseContactMessages, helpRetention, moveContactMessages } from './service.ts'
