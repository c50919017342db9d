export { accountingRoutes } from './routes.ts'
export { lifetimeTotals } from './service.ts'
