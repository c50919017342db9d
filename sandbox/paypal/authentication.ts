import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sandbox } from './context.ts'
import { newAccessToken } from './identifiers.ts'
import { Refusal } from './refusal.ts'

export type Credentials = { clientId: string; clientSecret: string }

/** Nine hours, like PayPal's. */
const TOKEN_SECONDS = 32_400

/** Serves POST /v1/oauth2/token, the only call whose errors have OAuth's shape. */
export function tokenCall(app: FastifyInstance, sandbox: Sandbox, { clientId, clientSecret }: Credentials): void {
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  app.post('/v1/oauth2/token', (request, reply) => {
    if (request.headers.authorization !== expected) {
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Client Authentication failed' })
    }
    const { grant_type } = (request.body ?? {}) as { grant_type?: string }
    if (grant_type !== 'client_credentials') {
      return reply.code(400).send({ error: 'unsupported_grant_type', error_description: 'Grant Type is NULL or not supported' })
    }
    return issueToken(sandbox)
  })
}

function issueToken({ store, now }: Sandbox) {
  const issued = now()
  const id = newAccessToken()
  store.transaction(() => {
    for (const old of store.list('token')) if (new Date(old.expires_at) <= issued) store.remove('token', old.id)
    store.put('token', { id, expires_at: new Date(issued.getTime() + TOKEN_SECONDS * 1000).toISOString() })
  })
  return {
    scope: 'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/subscriptions',
    access_token: id,
    token_type: 'Bearer',
    app_id: 'APP-SANDBOX',
    expires_in: TOKEN_SECONDS,
    nonce: `${issued.toISOString()}${id.slice(-12)}`
  }
}

export function requireToken({ store, now }: Sandbox, { headers }: FastifyRequest): void {
  const [, id] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  const token = id && store.find('token', id)
  if (!token || new Date(token.expires_at) <= now()) throw new Refusal('AUTHENTICATION_FAILURE')
}
