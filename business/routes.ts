import { index, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { ROUTE_ACCESS } from './accounts/rules.ts'

const pages: RouteConfigEntry[] = [
  index('./storefront/web/home-page.tsx'),
  route('assets/:assetId', './storefront/web/asset-page.tsx'),
  route('asset/:assetId', './storefront/web/asset-forward.ts'),
  route('sitemap.xml', './storefront/web/sitemap.ts'),
  route('robots.txt', './storefront/web/robots.ts'),
  route('login', './accounts/web/login-page.tsx'),
  route('register', './accounts/web/register-page.tsx'),
  route('verify', './accounts/web/verify-page.tsx'),
  route('forgot-username', './accounts/web/forgot-username-page.tsx'),
  route('forgot-password', './accounts/web/forgot-password-page.tsx'),
  route('reset-password', './accounts/web/reset-password-page.tsx'),
  route('logout', './accounts/web/logout-page.ts'),
  route('dashboard', './accounts/web/landing-page.ts'),
  route('user/profile', './accounts/web/profile-page.tsx'),
  route('user/dashboard', './storefront/web/client-dashboard-page.tsx'),
  route('pay/checkout', './licensing/web/checkout-page.tsx'),
  route('pricing', './storefront/web/pricing-page.tsx'),
  route('pay/subscribe', './subscriptions/web/subscribe-page.tsx'),
  route('client/subscriptions', './subscriptions/web/my-subscription-page.tsx'),
  route('get-free', './licensing/web/get-free-page.tsx'),
  route('resume-checkout', './licensing/web/resume-checkout-page.tsx'),
  route('client/licenses', './licensing/web/licenses-page.tsx'),
  route('verify/:certificateNumber', './licensing/web/verify-certificate-page.tsx'),
  route('client/licenses/:licenseId/download', './licensing/web/download-page.tsx'),
  route('custom-requests', './requests/web/requests-page.tsx'),
  route('custom-requests/:requestId', './requests/web/request-forward.ts'),
  route('employee/dashboard', './backoffice/web/employee-dashboard-page.tsx'),
  route('employee/requests/:requestId', './requests/web/assigned-request-page.tsx'),
  route('create-asset', './submissions/web/create-asset-page.tsx'),
  route('upload-file/:assetId', './submissions/web/upload-file-page.tsx'),
  route('assets', './submissions/web/my-assets-page.tsx'),
  route('employee/earnings', './submissions/web/earnings-page.tsx'),
  route('admin/dashboard', './backoffice/web/admin-dashboard-page.tsx'),
  route('admin/review', './backoffice/web/review-page.tsx'),
  route('all-assets', './backoffice/web/all-assets-page.tsx'),
  route('admin/synonyms', './backoffice/web/synonyms-page.tsx'),
  route('admin/wage-rules', './payroll/web/wage-rules-page.tsx'),
  route('admin/employee-payouts', './payroll/web/payouts-page.tsx'),
  route('admin/payments', './backoffice/web/payments-page.tsx'),
  route('admin/subscriptions', './backoffice/web/subscriptions-page.tsx'),
  route('admin/requests', './backoffice/web/requests-page.tsx'),
  route('admin/requests/:requestId', './backoffice/web/request-forward.ts'),
  route('admin/messages', './backoffice/web/messages-page.tsx'),
  route('admin/manage-users', './accounts/web/manage-users-page.tsx'),
  route('admin/audit-log', './accounts/web/audit-log-page.tsx'),
  route('admin/reports', './accounting/web/reports-page.tsx'),
  route('admin/report-preview', './accounting/web/report-preview-page.tsx'),
  route('admin/report-details', './accounting/web/report-details-page.tsx'),
  route('admin/expenses', './accounting/web/expenses-page.tsx'),
  route('terms', './help/web/terms-page.tsx'),
  route('privacy', './help/web/privacy-page.tsx'),
  route('license-terms', './help/web/license-terms-page.tsx'),
  route('free-license', './help/web/free-license-page.tsx'),
  route('subscription-terms', './help/web/subscription-terms-page.tsx'),
  route('about', './help/web/about-page.tsx'),
  route('contact', './help/web/contact-page.tsx'),
  route('faq', './help/web/faq-page.tsx'),
  route('tools/compress', './tools/web/compress-page.tsx'),
  route('qr-barcode', './tools/web/label-page.tsx'),
  route('careers', './careers/web/careers-page.tsx')
]

const shapeOf = (path: string): string => path.replace(/^\//, '').replace(/:\w+/g, ':')

const served = new Set(pages.map(({ path = '' }) => shapeOf(path)))

/** Addresses of the specification's route tables that have no page yet: guarded, and honest about it. */
const notOpen = Object.keys(ROUTE_ACCESS)
  .filter((path) => !served.has(shapeOf(path)))
  .map((path) => route(path, './accounts/web/not-open-page.tsx', { id: `not-open ${path}` }))

/** Any other address: the shell with the person's own navigation, and a 404. */
const unknown = route('*', './storefront/web/not-found-page.tsx')

export default [...pages, ...notOpen, unknown] satisfies RouteConfig
