import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Api, createApi } from '#platform/web/api.ts'

/** The typed client over the app's own HTTP routes, without a network: for tests and the demo. `token` is a session's. */
export function injectedApi(app: FastifyInstance, token?: string): Api {
  return createApi(async ({ url, method, headers, body }) => {
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { payload: body })
    })
    return {
      ok: answer.statusCode < 400,
      status: answer.statusCode,
      headers: { get: (name) => (answer.headers[name] === undefined ? null : String(answer.headers[name])) },
      text: async () => answer.body
    }
  })
}
