export { incomeByDay } from './queries.ts'
export { accountingRoutes } from './routes.ts'
export { lifetimeTotals } from './service.ts'
