export {
  eraseConsents,
  hasWithdrawn,
  marketingPersonalData,
  marketingRetention,
  moveConsents,
  newsOfAccounts,
  recordConsent
} from './consents.service.ts'
export { marketingJobs, marketingRoutes } from './routes.ts'
