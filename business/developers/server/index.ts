export { findKey, requireKeyOrigin, requireKeyPage, requireKeyScope, spendKeyCall, touchKey } from './keys/use-key.service.ts'
export { developersPersonalData, developersRetention, eraseDeveloper } from './personal-data.ts'
export { developersRoutes } from './routes.ts'
export {
  eraseWebhooks,
  events,
  type ResolveHost,
  resolveHost,
  type WebhookNetwork,
  webhooksJobs,
  webhooksPersonalData,
  webhooksRetention,
  webhooksRoutes
} from './webhooks/index.ts'
