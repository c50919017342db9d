import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import '#platform/web/theme/tokens.css'
import '#platform/web/theme/fonts/fonts.css'
import '#platform/web/theme/base.css'
import '#platform/web/theme/forced-colors.css'
import { ProofDialog } from '#accounts/web/index.ts'
import { useHeartsTakeOver } from '#collections/web/index.ts'
import { GrantsProvider } from '#platform/web/grants.tsx'
import { requestContext } from '#platform/web/page.ts'
import { brandStyle } from '#platform/web/theme/brand.ts'
import { useBrandPreview } from '#platform/web/theme/brand-preview.ts'
import bricolage from '#platform/web/theme/fonts/bricolage-grotesque-first.woff2?url'
import instrument from '#platform/web/theme/fonts/instrument-sans-first.woff2?url'
import { Toaster } from '#platform/web/ui/feedback/toaster.tsx'
import { ErrorPage, Shell, useSessionSync } from '#storefront/web/index.ts'
import type { Route } from './+types/root.ts'

const preloadFont = (href: string) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const

export const links: Route.LinksFunction = () => [
  preloadFont(instrument),
  preloadFont(bricolage),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' }
]

export function loader({ context }: Route.LoaderArgs) {
  const { user, brand_name, social_links, public_url, theme } = context.get(requestContext)
  return { user, brand_name, social_links, public_url, theme }
}

/** Used when the root loader itself failed. */
const ROOT_DEFAULTS = { user: null, brand_name: 'Easel', social_links: [], public_url: '', theme: 'system' } as const

const useRoot = () => useRouteLoaderData<typeof loader>('root') ?? ROOT_DEFAULTS

export function Layout({ children }: { children: ReactNode }) {
  const { theme, user } = useRoot()
  const preview = useBrandPreview()
  const style = brandStyle(preview ?? user?.brand_color)
  return (
    // The theme switch also sets data-theme in the browser.
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f6f4ef" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d1417" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
        {style && <style>{style}</style>}
      </head>
      <body>
        {children}
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData: { brand_name, social_links, user, theme } }: Route.ComponentProps) {
  // Not in the shell: an error page may have no user data and must not sign out the other tabs.
  useSessionSync(user)
  useHeartsTakeOver(user)
  return (
    <GrantsProvider grants={user?.grants ?? []}>
      <Shell brandName={brand_name} socialLinks={social_links} user={user} theme={theme}>
        <Outlet />
        {user && <ProofDialog />}
      </Shell>
    </GrantsProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { brand_name, social_links, user, theme } = useRoot()
  return (
    <Shell brandName={brand_name} socialLinks={social_links} user={user} theme={theme}>
      <ErrorPage error={error} brandName={brand_name} />
    </Shell>
  )
}
