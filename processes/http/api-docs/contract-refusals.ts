import * as accounting from '#accounting/contract.ts'
import * as accountsAudit from '#accounts/audit.contract.ts'
import * as accounts from '#accounts/contract.ts'
import * as accountsOwnAccount from '#accounts/own-account.contract.ts'
import * as accountsProfile from '#accounts/profile.contract.ts'
import * as accountsRecovery from '#accounts/recovery.contract.ts'
import * as accountsSecurity from '#accounts/security.contract.ts'
import * as accountsUsers from '#accounts/users.contract.ts'
import * as accountsViews from '#accounts/views.contract.ts'
import * as careers from '#careers/contract.ts'
import * as catalogue from '#catalogue/contract.ts'
import * as catalogueFeatured from '#catalogue/featured.contract.ts'
import * as catalogueFindings from '#catalogue/findings.contract.ts'
import * as cataloguePictureSearch from '#catalogue/picture-search.contract.ts'
import * as catalogueRecolor from '#catalogue/recolor.contract.ts'
import * as catalogueSearch from '#catalogue/search.contract.ts'
import * as claims from '#claims/contract.ts'
import * as collections from '#collections/contract.ts'
import * as couponsAdmin from '#coupons/admin.contract.ts'
import * as coupons from '#coupons/contract.ts'
import * as developersKeys from '#developers/keys.contract.ts'
import * as developersWebhooks from '#developers/webhooks.contract.ts'
import * as help from '#help/contract.ts'
import * as icons from '#icons/contract.ts'
import * as invoicingAdmin from '#invoicing/admin.contract.ts'
import * as invoicing from '#invoicing/contract.ts'
import * as licensing from '#licensing/contract.ts'
import * as licensingHandOver from '#licensing/hand-over.contract.ts'
import * as licensingOrders from '#licensing/orders.contract.ts'
import * as licensingTransfer from '#licensing/transfer.contract.ts'
import * as marketing from '#marketing/contract.ts'
import * as operations from '#operations/contract.ts'
import * as paymentsAdmin from '#payments/admin.contract.ts'
import * as payments from '#payments/contract.ts'
import * as payrollApprovals from '#payroll/approvals.contract.ts'
import * as payroll from '#payroll/contract.ts'
import * as payrollPayouts from '#payroll/payouts.contract.ts'
import type { Endpoint, Refusals } from '#platform/contract/index.ts'
import * as privacy from '#privacy/contract.ts'
import * as requests from '#requests/contract.ts'
import * as submissions from '#submissions/contract.ts'
import * as subscriptions from '#subscriptions/contract.ts'
import * as tools from '#tools/contract.ts'

/** The contracts that have refusals. A test finds one that is missing here. */
const CONTRACTS: readonly { readonly refusals: Refusals }[] = [
  accounting,
  accountsAudit,
  accounts,
  accountsOwnAccount,
  accountsProfile,
  accountsRecovery,
  accountsSecurity,
  accountsUsers,
  accountsViews,
  careers,
  catalogue,
  catalogueFeatured,
  catalogueFindings,
  cataloguePictureSearch,
  catalogueRecolor,
  catalogueSearch,
  claims,
  collections,
  couponsAdmin,
  coupons,
  developersKeys,
  developersWebhooks,
  help,
  icons,
  invoicingAdmin,
  invoicing,
  licensing,
  licensingHandOver,
  licensingOrders,
  licensingTransfer,
  marketing,
  operations,
  paymentsAdmin,
  payments,
  payrollApprovals,
  payroll,
  payrollPayouts,
  privacy,
  requests,
  submissions,
  subscriptions,
  tools
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const BY_ENDPOINT: ReadonlyMap<unknown, Refusals> = new Map(
  CONTRACTS.flatMap(({ refusals, ...shared }) =>
    Object.values(shared)
      .filter(isEndpoint)
      .map((e) => [e, refusals] as const)
  )
)

/** Returns the refusals of the contract that defines an endpoint. */
export const refusalsOf = (e: Endpoint): Refusals => BY_ENDPOINT.get(e) ?? {}
