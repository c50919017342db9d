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
