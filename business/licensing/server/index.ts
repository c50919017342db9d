export { licensePurpose } from './checkout.service.ts'
export { eraseFreeRequests } from './free.service.ts'
export { countLicensesOf, countSold as licensesSold } from './queries.ts'
export { licensingJobs, licensingRoutes } from './routes.ts'
