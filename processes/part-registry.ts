import type { FastifyInstance } from 'fastify'
import { accountingPersonalData, accountingRoutes } from '#accounting/server/index.ts'
import { accountsJobs, accountsPersonalData, accountsRoutes, proofs } from '#accounts/server/index.ts'
import { assistantsRoutes } from '#assistants/server/index.ts'
import { backofficeRoutes } from '#backoffice/server/index.ts'
import { careersJobs, careersPersonalData, careersRoutes, eraseApplications } from '#careers/server/index.ts'
import { catalogueJobs, cataloguePersonalData, catalogueRoutes } from '#catalogue/server/index.ts'
import { claimsJobs, claimsPersonalData, claimsRoutes, eraseClaims } from '#claims/server/index.ts'
import { collectionsPersonalData, collectionsRoutes, eraseCollections } from '#collections/server/index.ts'
import { couponsPersonalData, couponsRoutes } from '#coupons/server/index.ts'
import { developersPersonalData, developersRoutes, eraseDeveloper } from '#developers/server/index.ts'
import { eraseContactMessages, helpPersonalData, helpRoutes, moveContactMessages } from '#help/server/index.ts'
import { iconsJobs, iconsPersonalData, iconsRoutes } from '#icons/server/index.ts'
import { type Party, USUAL_SELLER } from '#invoicing/rules.ts'
import { eraseBilling, invoicingPersonalData, invoicingRoutes, issueCreditNote, issueInvoice } from '#invoicing/server/index.ts'
import { ledgerJobs } from '#ledger/server/index.ts'
import {
  countLicensesOf,
  eraseFreeRequests,
  eraseHandOvers,
  eraseLicenseNames,
  eraseTransfers,
  holdsLicense,
  licensePurpose,
  licensingJobs,
  licensingPersonalData,
  licensingRoutes,
  moveFreeRequests,
  moveTransferOffers,
  type OwnCertificate,
  openIdentity,
  planLicenses,
  quotedLicenses,
  type RenditionLimits,
  signingKey,
  USUAL_RENDITION_LIMITS,
  withdrawTransfers
} from '#licensing/server/index.ts'
import {
  eraseConsents,
  marketingJobs,
  marketingPersonalData,
  marketingRoutes,
  moveConsents,
  newsOfAccounts
} from '#marketing/server/index.ts'
import { operationsJobs, operationsRoutes } from '#operations/server/index.ts'
import {
  holdOpenMoney,
  openPayPal,
  type PayPalSettings,
  paymentsJobs,
  paymentsPersonalData,
  paymentsRoutes
} from '#payments/server/index.ts'
import { holdOwedWages, payrollJobs, payrollPersonalData, payrollRoutes } from '#payroll/server/index.ts'
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
import { erasePrivacy, privacyJobs, privacyPersonalData, privacyRoutes, takeBackExports } from '#privacy/server/index.ts'
import { countRequestsOf, eraseRequests, requestsJobs, requestsPersonalData, requestsRoutes } from '#requests/server/index.ts'
import {
  eraseAppeals,
  readSentPicture,
  submissionsJobs,
  submissionsPersonalData,
  submissionsRoutes,
  type UploadLimits,
  USUAL_UPLOAD_LIMITS
} from '#submissions/server/index.ts'
import {
  eraseSubscriber,
  holdRenewingPlan,
  moveSeats,
  quotedPlan,
  revokeSubscriptionPayment,
  stopSubscriber,
  subscriptionsJobs,
  subscriptionsPersonalData,
  subscriptionsRoutes,
  syncSubscriptionAtPayPal
} from '#subscriptions/server/index.ts'
import { toolsRoutes } from '#tools/server/index.ts'
import { licenseTermsText } from './license-terms-text.ts'
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
  marketingRoutes
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
  ...marketingJobs(context)
]

/** The ports of the parts: what they reach outside the database, beyond the platform's own ports. */
export const partPorts = ({
  paypal,
  certificate_key,
  applicant_keys,
  uploads,
  renditions,
  content_credentials,
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
  people: {
    counts: { license_count: countLicensesOf, request_count: countRequestsOf },
    export: [
      accountsPersonalData,
      licensingPersonalData,
      collectionsPersonalData,
      subscriptionsPersonalData,
      paymentsPersonalData,
      invoicingPersonalData,
      requestsPersonalData,
      cataloguePersonalData,
      submissionsPersonalData,
      iconsPersonalData,
      claimsPersonalData,
      payrollPersonalData,
      couponsPersonalData,
      accountingPersonalData,
      careersPersonalData,
      helpPersonalData,
      privacyPersonalData,
      developersPersonalData,
      marketingPersonalData
    ],
    move: [moveSeats, moveFreeRequests, moveContactMessages, moveConsents, moveTransferOffers],
    restore: [takeBackExports],
    news: newsOfAccounts,
    hold: [holdRenewingPlan, holdOwedWages, holdOpenMoney],
    erase: [
      eraseFreeRequests,
      eraseRequests,
      eraseContactMessages,
      eraseClaims,
      eraseAppeals,
      eraseCollections,
      // Before the licenses, like a plan that opens or ends: it locks its owner first and the licenses last.
      eraseSubscriber,
      eraseLicenseNames,
      eraseHandOvers,
      eraseTransfers,
      eraseBilling,
      eraseApplications,
      erasePrivacy,
      eraseDeveloper,
      eraseConsents
    ],
    deactivate: [stopSubscriber, withdrawTransfers]
  }
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
