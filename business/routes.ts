import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'

const pages: RouteConfigEntry[] = [
  index('./storefront/web/home/home-page.tsx'),
  route('assets/:assetId', './storefront/web/asset/asset-page.tsx'),
  route('asset/:assetId', './storefront/web/asset/asset-forward.ts'),
  route('sitemap.xml', './storefront/web/sitemap.ts'),
  route('robots.txt', './storefront/web/robots.ts'),
  route('login', './accounts/web/sign-in/login-page.tsx'),
  route('register', './accounts/web/sign-in/register-page.tsx'),
  route('verify', './accounts/web/sign-in/verify-page.tsx'),
  route('forgot-username', './accounts/web/sign-in/forgot-username-page.tsx'),
  route('forgot-password', './accounts/web/sign-in/forgot-password-page.tsx'),
  route('reset-password', './accounts/web/sign-in/reset-password-page.tsx'),
  route('logout', './accounts/web/sign-in/logout-page.ts'),
  route('dashboard', './accounts/web/sign-in/landing-page.ts'),
  route('user/profile', './accounts/web/profile/profile-page.tsx'),
  route('user/dashboard', './storefront/web/client-dashboard-page.tsx'),
  route('pay/checkout', './licensing/web/checkout/checkout-page.tsx'),
  route('pricing', './storefront/web/pricing/pricing-page.tsx'),
  route('pay/subscribe', './subscriptions/web/subscribe/subscribe-page.tsx'),
  route('client/subscriptions', './subscriptions/web/my-subscription/my-subscription-page.tsx'),
  route('get-free', './licensing/web/checkout/get-free-page.tsx'),
  route('resume-checkout', './licensing/web/checkout/resume-checkout-page.tsx'),
  route('client/licenses', './licensing/web/licenses/licenses-page.tsx'),
  route('client/purchases', './licensing/web/purchases/purchases-page.tsx'),
  route('verify/:certificateNumber', './licensing/web/verify-certificate-page.tsx'),
  route('client/licenses/:licenseId/download', './licensing/web/licenses/download-page.tsx'),
  route('custom-requests', './requests/web/requests-page.tsx'),
  route('custom-requests/:requestId', './requests/web/request-forward.ts'),
  route('employee/dashboard', './backoffice/web/employee-dashboard-page.tsx'),
  route('employee/requests/:requestId', './requests/web/assigned-request-page.tsx'),
  route('create-asset', './submissions/web/create/create-asset-page.tsx'),
  route('upload-file/:assetId?', './submissions/web/upload-file-page.tsx'),
  route('assets', './submissions/web/my-assets/my-assets-page.tsx'),
  route('employee/earnings', './submissions/web/earnings-page.tsx'),
  route('admin/dashboard', './backoffice/web/admin-dashboard-page.tsx'),
  route('admin/review', './backoffice/web/review/review-page.tsx'),
  route('all-assets', './backoffice/web/assets/all-assets-page.tsx'),
  route('admin/synonyms', './backoffice/web/synonyms/synonyms-page.tsx'),
  route('admin/wage-rules', './payroll/web/wage-rules-page.tsx'),
  route('admin/employee-payouts', './payroll/web/payouts-page.tsx'),
  route('admin/payments', './backoffice/web/payments/payments-page.tsx'),
  route('admin/licenses', './backoffice/web/licenses/licenses-page.tsx'),
  route('admin/subscriptions', './backoffice/web/subscriptions/subscriptions-page.tsx'),
  route('admin/requests', './backoffice/web/requests/requests-page.tsx'),
  route('admin/requests/:requestId', './backoffice/web/requests/request-forward.ts'),
  route('admin/messages', './backoffice/web/messages/messages-page.tsx'),
  route('admin/manage-users', './accounts/web/users/manage-users-page.tsx'),
  route('admin/audit-log', './accounts/web/audit/audit-log-page.tsx'),
  route('admin/saved-views', './storefront/web/shell/workplace/saved-views.ts'),
  route('admin/operations', './operations/web/operations-page.tsx'),
  route('admin/reports', './accounting/web/reports-page.tsx'),
  route('admin/report-preview', './accounting/web/report-preview-page.tsx'),
  route('admin/report-details', './accounting/web/report-details-page.tsx'),
  route('admin/expenses', './accounting/web/expenses-page.tsx'),
  route('terms', './help/web/legal/terms-page.tsx'),
  route('privacy', './help/web/legal/privacy-page.tsx'),
  route('license-terms', './help/web/legal/license-terms-page.tsx'),
  route('free-license', './help/web/legal/free-license-page.tsx'),
  route('subscription-terms', './help/web/legal/subscription-terms-page.tsx'),
  route('about', './help/web/about-page.tsx'),
  route('contact', './help/web/contact-page.tsx'),
  route('faq', './help/web/faq/faq-page.tsx'),
  route('tools/compress', './tools/web/compressor/compress-page.tsx'),
  route('qr-barcode', './tools/web/label/label-page.tsx'),
  route('careers', './careers/web/careers-page.tsx'),
  route('admin/applicants', './careers/web/applicants/applicants-page.tsx')
]

/** Any other address: the shell with the person's own navigation, and a 404. */
const unknown = route('*', './storefront/web/shell/not-found-page.tsx')

/** Pages of admins and artists have the sidebar. People of other roles see some of them too, without it. */
const WITH_SIDEBAR = /^(admin\/|employee\/|all-assets$|create-asset$|upload-file\/|assets$|user\/profile$|tools\/|qr-barcode$)/
const hasSidebar = ({ path = '' }: RouteConfigEntry) => WITH_SIDEBAR.test(path)

export default [
  ...pages.filter((page) => !hasSidebar(page)),
  layout('./storefront/web/shell/workplace/workplace.tsx', pages.filter(hasSidebar)),
  unknown
] satisfies RouteConfig
