import type { FastifyInstance } from 'fastify'
import { accountingRoutes } from '#accounting/server/index.ts'
import { accountsJobs, accountsRoutes, proofs } from '#accounts/server/index.ts'
import { assistantsRoutes } from '#assistants/server/index.ts'
import { backofficeRoutes } from '#backoffice/server/index.ts'
import { careersJobs, careersRoutes } from '#careers/server/index.ts'
import { catalogueJobs, catalogueRoutes } from '#catalogue/server/index.ts'
import { claimsJobs, claimsRoutes } from '#claims/server/index.ts'
import { collectionsRoutes } from '#collections/server/index.ts'
import { couponsRoutes } from '#coupons/server/index.ts'
import { developersRoutes, events, resolveHost, type WebhookNetwork, webhooksJobs, webhooksRoutes } from '#developers/server/index.ts'
import { helpRoutes } from '#help/server/index.ts'
import { iconsJobs, iconsRoutes } from '#icons/server/index.ts'
import { type Party, USUAL_SELLER } from '#invoicing/rules.ts'
import { invoicingRoutes, issueCreditNote, issueInvoice } from '#invoicing/server/index.ts'
import { ledgerJobs } from '#ledger/server/index.ts'
import {
  holdsLicense,
  licensePurpose,
  licensingJobs,
  licensingRoutes,
  type OwnCertificate,
  openIdentity,
  planLicenses,
  quotedLicenses,
  type RenditionLimits,
  signingKey,
  USUAL_RENDITION_LIMITS
} from '#licensing/server/index.ts'
import { marketingJobs, marketingRoutes } from '#marketing/server/index.ts'
import { operationsJobs, operationsRoutes } from '#operations/server/index.ts'
import { openPayPal, type PayPalSettings, paymentsJobs, paymentsRoutes } from '#payments/server/index.ts'
import { payrollJobs, payrollRoutes } from '#payroll/server/index.ts'
import type { Connection } from '#platform/database/connect.ts'
import {
  type Ctx,
  currentLog,
  type JobHandler,
  keyRing,
  MAIL_QUEUES,
  MAIL_RETRIES,
  type Ports,
  type QueueOf,
  removeExpiredMailJob
} from '#platform/server/index.ts'
import { privacyJobs, privacyRoutes } from '#privacy/server/index.ts'
import { requestsJobs, requestsRoutes } from '#requests/server/index.ts'
import { readSentPicture, submissionsJobs, submissionsRoutes, type UploadLimits, USUAL_UPLOAD_LIMITS } from '#submissions/server/index.ts'
import {
  quotedPlan,
  revokeSubscriptionPayment,
  subscriptionsJobs,
  subscriptionsRoutes,
  syncSubscriptionAtPayPal
} from '#subscriptions/server/index.ts'
import { toolsRoutes } from '#tools/server/index.ts'
import { licenseTermsText } from './license-terms-text.ts'
import { people } from './people-registry.ts'
import { programVersion } from './program-version.ts'
import { retentionJobs } from './retention.ts'
import { StartError } from './startup/start-error.ts'

/** The endpoints of every part. */
export const routes: ((app: FastifyInstance) => Promise<void>)[] = [
  accountsRoutes,
  catalogueRoutes,
  payrollRoutes,
  submissionsRoutes,
  paymentsRoutes,
  invoicingRoutes,
  couponsRoutes,
  subscriptionsRoutes,
  licensingRoutes,
  collectionsRoutes,
  iconsRoutes,
  accountingRoutes,
  requestsRoutes,
  careersRoutes,
  claimsRoutes,
  helpRoutes,
  backofficeRoutes,
  toolsRoutes,
  operationsRoutes,
  privacyRoutes,
  developersRoutes,
  assistantsRoutes,
  marketingRoutes,
  webhooksRoutes
]

/** Creates the context of one job: no actor, at the current time. */
export type JobContext = () => Ctx

/** The jobs of every part, and those that delete old data of all parts. */
export const jobs = (context: JobContext): JobHandler[] => [
  ...retentionJobs(context),
  removeExpiredMailJob(context),
  ...accountsJobs(context),
  ...catalogueJobs(context),
  ...payrollJobs(context),
  ...submissionsJobs(context),
  ...ledgerJobs(context),
  ...paymentsJobs(context),
  ...subscriptionsJobs(context),
  ...licensingJobs(context),
  ...iconsJobs(context),
  ...requestsJobs(context),
  ...careersJobs(context),
  ...claimsJobs(context),
  ...operationsJobs(context),
  ...privacyJobs(context),
  ...marketingJobs(context),
  ...webhooksJobs(context)
]

/** The ports of the parts: what they reach outside the database, beyond the platform's own ports. */
export const partPorts = ({
  paypal,
  certificate_key,
  applicant_keys,
  uploads,
  renditions,
  content_credentials,
  webhooks,
  seller = USUAL_SELLER
}: PartSettings): Omit<Ports, PlatformPort> => ({
  proofs,
  uploads: { ...USUAL_UPLOAD_LIMITS, ...uploads },
  renditions: { ...USUAL_RENDITION_LIMITS, ...renditions },
  paypal: openPayPal(paypal),
  purposes: { license: licensePurpose, subscription: { sync: syncSubscriptionAtPayPal, revoke: revokeSubscriptionPayment } },
  invoices: { issue: issueInvoice, credit: issueCreditNote },
  invoicing: { seller },
  coupon_prices: { licenses: quotedLicenses, plan: quotedPlan },
  plan_licenses: planLicenses,
  licensees: { holdsLicense },
  license_terms: { text: licenseTermsText },
  sent_pictures: { read: readSentPicture },
  certificates: { key: signingKey(certificate_key) },
  content_credentials: { identity: identityOrRefuse(certificate_key, content_credentials) },
  program: { version: programVersion() },
  applicants: { keys: keyRing(applicant_keys) },
  secrets: { keys: keyRing(applicant_keys) },
  events,
  webhooks: { allows_loopback: false, resolve: resolveHost, ...webhooks },
  people
})

function identityOrRefuse(secret: string, own: OwnCertificate | undefined) {
  try {
    return openIdentity(secret, own)
  } catch (error) {
    throw new StartError(`CONTENT_CREDENTIALS_CERTIFICATE cannot be used: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

type PartSettings = {
  paypal: PayPalSettings
  certificate_key: string
  applicant_keys: readonly string[]
  uploads?: Partial<UploadLimits>
  renditions?: RenditionLimits
  content_credentials?: OwnCertificate | undefined
  webhooks?: Partial<WebhookNetwork>
  seller?: Party
}

type PlatformPort = 'jobs' | 'mail' | 'files' | 'disk' | 'scanner' | 'quotas' | 'listener' | 'settings'

export type { PayPalSettings }

/** Every queue. Queues are created when the database is migrated. */
export const queues = (): QueueOf[] => [...MAIL_QUEUES.map((name) => ({ name, retries: MAIL_RETRIES })), ...jobs(noContext)]

const noContext: JobContext = () => {
  throw new Error('This context only serves to list the jobs.')
}

export function jobContext({ db, ports, now }: { db: Connection; ports: Ports; now(): Date }): JobContext {
  return () => ({
    db,
    pool: db,
    read: db,
    log: currentLog(),
    ports,
    now: now(),
    actor: null,
    key: null,
    caller: { ip: '127.0.0.1', user_agent: 'job', headers: {}, by_cookie: false },
    outgoing: { headers: [] },
    afterCommit: (work) => void work().catch((err: unknown) => currentLog().error({ err }, 'work after the commit failed'))
  })
}
