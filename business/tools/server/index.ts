export { toolsRoutes } from './routes.ts'
