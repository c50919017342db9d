import { onTestFinished, vi } from 'vitest'
import { openPayPal } from '#payments/server/index.ts'
import { problemsOf } from '#sandbox/paypal/published-api.ts'
import { startPayPalSandbox } from '#sandbox/paypal/sandbox.ts'

export type Exchange = { method: string; path: string; status: number; sent: unknown; received: unknown; request_id: string | null }
export type RecordedPayPal = Awaited<ReturnType<typeof recordedPayPal>>

const parse = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : text || undefined)

/** The adapter at a sandbox of the test's own; what goes over the wire is kept, to be held against PayPal's published description. */
export async function recordedPayPal() {
  const real = globalThis.fetch
  const exchanges: Exchange[] = []
  const sandbox = await startPayPalSandbox({ port: 0, file: ':memory:', clientId: 'client', clientSecret: 'secret', webhookId: 'WEBHOOK1' })
  const settings = { base_url: sandbox.url, client_id: 'client', client_secret: 'secret', webhook_id: 'WEBHOOK1' }

  async function recording(address: string | URL | Request, init?: RequestInit): Promise<Response> {
    const answer = await real(address, init)
    exchanges.push({
      method: init?.method ?? 'GET',
      path: new URL(String(address)).pathname,
      status: answer.status,
      sent: init?.body ? parse(String(init.body)) : undefined,
      received: parse(await answer.clone().text()),
      request_id: new Headers(init?.headers).get('paypal-request-id')
    })
    return answer
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
    /** Calls of PayPal's own API that do not fit its description; the token's is not described. */
    problems: () => exchanges.filter(({ path }) => path.startsWith('/v') && path !== '/v1/oauth2/token').flatMap(problemsOf),
    /** What a person does at PayPal. */
    drive: async (path: string): Promise<void> => {
      const answer = await real(`${sandbox.url}/sandbox${path}`, { method: 'POST' })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    }
  }
}
