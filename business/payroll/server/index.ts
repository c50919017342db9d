export { unpaidAssetsOf, wagesOfMonth } from './payouts.service.ts'
export { payrollJobs, payrollRoutes } from './routes.ts'
export { type Balance, balanceOf, bookWage, type EarnedAsset, personalPrices, wagesOf } from './service.ts'
