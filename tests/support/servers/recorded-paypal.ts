import { onTestFinished, vi } from 'vitest'
import { openPayPal } from '#payments/server/index.ts'
import { problemsOf } from '#sandbox/paypal/published-api.ts'
import { startPayPalSandbox } from '#sandbox/paypal/sandbox.ts'

export type Exchange = { method: string; path: string; status: number; sent: unknown; received: unknown; request_id: string | null }
export type RecordedPayPal = Awaited<ReturnType<typeof recordedPayPal>>

const parse = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : text || undefined)

/** Opens the PayPal adapter on a sandbox of its own and records every exchange, to check it against PayPal's API description. */
export async function recordedPayPal() {
  const real = globalThis.fetch
  const exchanges: Exchange[] = []
  const sandbox = await startPayPalSandbox({ port: 0, file: ':memory:', clientId: 'client', clientSecret: 'secret', webhookId: 'WEBHOOK1' })
  const settings = { base_url: sandbox.url, client_id: 'client', client_secret: 'secret', webhook_id: 'WEBHOOK1' }

  async function recording(address: string | URL | Request, init?: RequestInit): Promise<Response> {
    const response = await real(address, init)
    exchanges.push({
      method: init?.method ?? 'GET',
      path: new URL(String(address)).pathname,
      status: response.status,
      sent: init?.body ? parse(String(init.body)) : undefined,
      received: parse(await response.clone().text()),
      request_id: new Headers(init?.headers).get('paypal-request-id')
    })
    return response
  }

  vi.stubGlobal('fetch', recording)
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await sandbox.close()
  })
  return {
    sandbox,
    settings,
    paypal: openPayPal(settings),
    exchanges,
    /** Returns the exchanges that do not match PayPal's API description, which leaves out the token endpoint. */
    problems: () => exchanges.filter(({ path }) => path.startsWith('/v') && path !== '/v1/oauth2/token').flatMap(problemsOf),
    /** Performs what a person does at PayPal. */
    drive: async (path: string): Promise<void> => {
      const response = await real(`${sandbox.url}/sandbox${path}`, { method: 'POST' })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    }
  }
}
