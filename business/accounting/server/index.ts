export { accountingPersonalData } from './personal-data.ts'
export { incomeByDay } from './queries.ts'
export { accountingRoutes } from './routes.ts'
export { lifetimeTotals } from './service.ts'
