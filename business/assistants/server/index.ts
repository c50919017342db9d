export { assistantsRoutes } from './routes.ts'
