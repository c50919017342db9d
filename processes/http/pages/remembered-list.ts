import type { FastifyReply, FastifyRequest } from 'fastify'
import { ORIGIN_COOKIE, rememberedAddress } from '#storefront/explore.rules.ts'

/**
 * Redirects someone who filters by an origin from the unfiltered list to the filtered one, and returns whether it did. The lists themselves are cached by address,
 * so they cannot depend on a cookie.
 */
export function redirectToRememberedOrigin({ method, url, cookies }: FastifyRequest, reply: FastifyReply): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const address = isRead ? rememberedAddress(url, cookies[ORIGIN_COOKIE]) : undefined
  if (address === undefined) return false
  reply.header('cache-control', 'private, no-store').header('vary', 'cookie')
  // React Router follows this form of a redirect when it asks for data.
  if (url.startsWith('/_.data')) void reply.code(204).headers({ 'x-remix-redirect': address, 'x-remix-replace': 'true' }).send()
  else void reply.redirect(address, 302)
  return true
}
