import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Api, createApi } from '#platform/web/api.ts'

const TRIES = 60
const PAUSE_MS = 500

/**
 * Returns the typed client over the app's own HTTP routes, without a network, for tests and the demo. `token` is a session token.
 * When the app refuses a call because the machine is busy, it did nothing, so the call is repeated for up to half a minute.
 */
export function injectedApi(app: FastifyInstance, token?: string): Api {
  return createApi(async ({ url, method, headers, body }) => {
    const call: InjectOptions = {
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { payload: body })
    }
    let answer = await app.inject(call)
    for (let tries = 1; isBusy(answer) && tries < TRIES; tries += 1) {
      await wait(PAUSE_MS)
      answer = await app.inject(call)
    }
    return {
      ok: answer.statusCode < 400,
      status: answer.statusCode,
      headers: { get: (name) => (answer.headers[name] === undefined ? null : String(answer.headers[name])) },
      text: async () => answer.body
    }
  })
}

const isBusy = ({ statusCode, body }: { statusCode: number; body: string }): boolean => statusCode === 503 && body.includes('"busy"')
