import { requestContext } from '#platform/web/page.ts'
import type { Route } from './+types/robots.ts'

/** What needs an account, or is a step of something that began elsewhere. `$` ends an address: /assets is an artist's own list, /assets/… is on sale. */
const CLOSED = [
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
  const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), 'Allow: /', '', `Sitemap: ${public_url}/sitemap.xml`, '']
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }
  })
}
