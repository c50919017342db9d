export { unpaidAssetsOf, wagesOfMonth } from './payouts.service.ts'
export { payrollJobs, payrollRoutes } from './routes.ts'
export { type Balance, balanceOf, bookWage, type EarnedAsset, wagesOf } from './service.ts'
