export { unpaidAssetsOf, wagesOfMonth } from './payouts.service.ts'
export { payrollPersonalData } from './personal-data.ts'
export { payrollJobs, payrollRoutes } from './routes.ts'
export { type Balance, balanceOf, bookWage, type EarnedAsset, holdOwedWages, wagesOf } from './service.ts'
