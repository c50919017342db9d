export { eraseConsents, marketingPersonalData, marketingRetention, moveConsents, recordConsent } from './consents.service.ts'
export { marketingJobs, marketingRoutes } from './routes.ts'
