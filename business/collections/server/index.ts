export { collectionsPersonalData } from './personal-data.ts'
export { collectionsRoutes } from './routes.ts'
export { eraseCollections } from './service.ts'
