export { collectionsRoutes } from './routes.ts'
export { eraseCollections } from './service.ts'
