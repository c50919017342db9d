import type { FastifyReply, FastifyRequest } from 'fastify'
import { ORIGIN_COOKIE, rememberedAddress } from '#storefront/explore.rules.ts'

/**
 * Redirects someone who filters by an origin from the unfiltered list to the filtered one, and returns whether it did. The lists themselves are
 * cached by address, so they cannot depend on a person or a cookie. A person's origin comes with the account that was read for the session.
 */
export function redirectToRememberedOrigin({ method, url, cookies, ctx: { actor } }: FastifyRequest, reply: FastifyReply): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  // Another person may have left the cookie in this browser.
  const remembered = actor ? (actor.remembered_origin ?? undefined) : cookies[ORIGIN_COOKIE]
  const address = isRead ? rememberedAddress(url, remembered) : undefined
  if (address === undefined) return false
  reply.header('cache-control', 'private, no-store').header('vary', 'cookie')
  // React Router follows this form of a redirect when it asks for data.
  if (url.startsWith('/_.data')) void reply.code(204).headers({ 'x-remix-redirect': address, 'x-remix-replace': 'true' }).send()
  else void reply.redirect(address, 302)
  return true
}
