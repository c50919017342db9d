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
  route('logout', './accounts/web/logout-page.ts'),
  route('dashboard', './accounts/web/landing-page.ts'),
  route('user/dashboard', './storefront/web/client-dashboard-page.tsx'),
  route('pay/checkout', './licensing/web/checkout-page.tsx'),
  route('resume-checkout', './licensing/web/resume-checkout-page.tsx'),
  route('client/licenses', './licensing/web/licenses-page.tsx'),
  route('client/licenses/:licenseId/file', './licensing/web/license-file.ts'),
  route('employee/dashboard', './backoffice/web/employee-dashboard-page.tsx'),
  route('create-asset', './submissions/web/create-asset-page.tsx'),
  route('upload-file/:assetId', './submissions/web/upload-file-page.tsx'),
  route('assets', './submissions/web/my-assets-page.tsx'),
  route('employee/earnings', './submissions/web/earnings-page.tsx'),
  route('admin/dashboard', './backoffice/web/admin-dashboard-page.tsx'),
  route('all-assets', './backoffice/web/all-assets-page.tsx'),
  route('admin/wage-rules', './payroll/web/wage-rules-page.tsx'),
  route('admin/reports', './accounting/web/reports-page.tsx'),
  route('terms', './help/web/terms-page.tsx'),
  route('privacy', './help/web/privacy-page.tsx'),
  route('license-terms', './help/web/license-terms-page.tsx'),
  route('free-license', './help/web/free-license-page.tsx'),
  route('subscription-terms', './help/web/subscription-terms-page.tsx'),
  route('about', './help/web/about-page.tsx'),
  route('contact', './help/web/contact-page.tsx'),
  route('faq', './help/web/faq-page.tsx'),
  route('careers', './careers/web/careers-page.tsx')
]

const shapeOf = (path: string): string => path.replace(/^\//, '').replace(/:\w+/g, ':')

const served = new Set(pages.map(({ path = '' }) => shapeOf(path)))

/** Addresses of the specification's route tables, and of the tool that the navigation names, that have no page yet: guarded, and honest about it. */
const notOpen = [...Object.keys(ROUTE_ACCESS), '/tools/compress']
  .filter((path) => !served.has(shapeOf(path)))
  .map((path) => route(path, './accounts/web/not-open-page.tsx', { id: `not-open ${path}` }))

/** Any other address: the shell with the person's own navigation, and a 404. */
const unknown = route('*', './storefront/web/not-found-page.tsx')

export default [...pages, ...notOpen, unknown] satisfies RouteConfig
