import type { FastifyRequest } from 'fastify'

const PERSONAL_COOKIES = ['session', 'registration', 'device'].flatMap((name) => [name, `__Host-${name}`])

type Call = Pick<FastifyRequest, 'method' | 'headers' | 'cookies'>

/**
 * Whether the answer may depend on who calls, or on what this person has just changed: the call changes something itself, or
 * carries a token or one of our cookies for a person. Only the answers to other calls are shared between visitors, and only
 * these calls read from a replica. So people always see their own changes, without remembering who changed what when.
 */
export const isPersonal = ({ method, headers, cookies }: Call): boolean =>
  (method !== 'GET' && method !== 'HEAD') ||
  headers.authorization !== undefined ||
  PERSONAL_COOKIES.some((name) => cookies[name] !== undefined)
