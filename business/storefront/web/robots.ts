import { requestContext } from '#platform/web/page.ts'
import type { Route } from './+types/robots.ts'

/** Pages that require an account or are steps of another page. `$` marks the end: /assets is the artist's list, while /assets/… is public. */
const DISALLOWED = [
  '/api/',
  '/dev/',
  '/admin/',
  '/all-assets',
  '/employee/',
  '/create-asset',
  '/upload-file/',
  '/assets$',
  '/client/',
  '/user/',
  '/dashboard',
  '/pay/',
  '/resume-checkout',
  '/login',
  '/logout',
  '/verify',
  '/reset-password'
]

export function loader({ context }: Route.LoaderArgs) {
  const { public_url } = context.get(requestContext)
  const lines = [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${public_url}/sitemap.xml`,
    ''
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }
  })
}
