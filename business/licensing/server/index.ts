export { licensePurpose } from './checkout.service.ts'
export { countSold as licensesSold } from './queries.ts'
export { licensingJobs, licensingRoutes } from './routes.ts'
