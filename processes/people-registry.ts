import { accountingPersonalData } from '#accounting/server/index.ts'
import { accountsPersonalData } from '#accounts/server/index.ts'
import { careersPersonalData, eraseApplications } from '#careers/server/index.ts'
import { cataloguePersonalData } from '#catalogue/server/index.ts'
import { claimsPersonalData, eraseClaims } from '#claims/server/index.ts'
import { collectionsPersonalData, eraseCollections } from '#collections/server/index.ts'
import { couponsPersonalData } from '#coupons/server/index.ts'
import { developersPersonalData, eraseDeveloper, eraseWebhooks, webhooksPersonalData } from '#developers/server/index.ts'
import { eraseContactMessages, helpPersonalData, moveContactMessages } from '#help/server/index.ts'
import { iconsPersonalData } from '#icons/server/index.ts'
import { eraseBilling, invoicingPersonalData } from '#invoicing/server/index.ts'
import {
  countLicensesOf,
  eraseFreeRequests,
  eraseHandOvers,
  eraseLicenseNames,
  eraseTransfers,
  licensingPersonalData,
  moveFreeRequests,
  moveTransferOffers,
  withdrawTransfers
} from '#licensing/server/index.ts'
import { eraseConsents, marketingPersonalData, moveConsents, newsOfAccounts } from '#marketing/server/index.ts'
import { holdOpenMoney, paymentsPersonalData } from '#payments/server/index.ts'
import { holdOwedWages, payrollPersonalData } from '#payroll/server/index.ts'
import type { Ports } from '#platform/server/index.ts'
import { erasePrivacy, privacyPersonalData, takeBackExports } from '#privacy/server/index.ts'
import { countRequestsOf, eraseRequests, requestsPersonalData } from '#requests/server/index.ts'
import { eraseAppeals, submissionsPersonalData } from '#submissions/server/index.ts'
import { eraseSubscriber, holdRenewingPlan, moveSeats, stopSubscriber, subscriptionsPersonalData } from '#subscriptions/server/index.ts'

/** What every part does with the data of one person: counts, exports, moves to another address, and erases it. */
export const people: Ports['people'] = {
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
    marketingPersonalData,
    developersPersonalData,
    webhooksPersonalData
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
    eraseConsents,
    eraseDeveloper,
    eraseWebhooks
  ],
  deactivate: [stopSubscriber, withdrawTransfers]
}
