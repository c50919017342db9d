import { requestContext } from '#platform/web/page.ts'
import type { Route } from './+types/robots.ts'

const CLOSED = ['/api/', '/admin/', '/employee/', '/client/', '/user/', '/pay/', '/login', '/verify']

export function loader({ context }: Route.LoaderArgs) {
  const { public_url } = context.get(requestContext)
  const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${public_url}/sitemap.xml`, '']
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }
  })
}
