import type { TablerIcon } from '@tabler/icons-react'
import {
  IconApplicants,
  IconAssets,
  IconClaims,
  IconCollections,
  IconCoupons,
  IconExpenses,
  IconLicense,
  IconMail,
  IconOperations,
  IconPayments,
  IconReports,
  IconRequests,
  IconTax,
  IconUser,
  IconWages,
  IconWords
} from '#platform/web/ui/icons.ts'
import type { ListedAuditEntry } from '../../audit.contract.ts'

type Subject = ListedAuditEntry['subject']
/** `to` is the page that shows the subject; absent where no page shows one of them. */
type Kind = { icon: TablerIcon; to?: (subject: Subject) => string }

const KINDS: Readonly<Record<string, Kind>> = {
  announcement: { icon: IconMail, to: () => '/admin/marketing' },
  applicant: { icon: IconApplicants },
  approval: { icon: IconPayments, to: () => '/admin/approvals' },
  asset: { icon: IconAssets, to: ({ id }) => `/assets/${id}` },
  claim: { icon: IconClaims, to: ({ id }) => `/admin/claims/${id}` },
  contact_message: { icon: IconMail },
  coupon: { icon: IconCoupons, to: ({ id }) => `/admin/coupons/${id}` },
  custom_request: { icon: IconRequests, to: ({ id }) => `/admin/requests?view=${id}` },
  expense: { icon: IconExpenses },
  featured_collection: { icon: IconCollections, to: ({ id }) => `/admin/collections/${id}` },
  job: { icon: IconOperations, to: () => '/admin/operations' },
  license: { icon: IconLicense },
  payment: { icon: IconPayments, to: ({ id }) => `/admin/payments?payment=${id}` },
  report: { icon: IconReports },
  search_miss: { icon: IconWords },
  settings: { icon: IconOperations, to: () => '/admin/settings' },
  synonyms: { icon: IconWords },
  user: { icon: IconUser },
  wage_rule: { icon: IconWages, to: () => '/admin/wage-rules' },
  tax_rate: { icon: IconTax, to: () => '/admin/tax-rates' },
  webhook_event: { icon: IconOperations, to: () => '/admin/operations' }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const iconOf = ({ kind }: Subject): TablerIcon => KINDS[kind]?.icon ?? IconOperations

/** Returns the page of what an entry is about. What was deleted has none, and neither has the order of several. */
export function pageOf({ action, subject }: Pick<ListedAuditEntry, 'action' | 'subject'>): string | undefined {
  const to = KINDS[subject.kind]?.to
  if (!to || action.endsWith('.deleted')) return undefined
  const named = ['wage_rule', 'tax_rate', 'job', 'settings'].includes(subject.kind)
  return named || UUID.test(subject.id) ? to(subject) : undefined
}
