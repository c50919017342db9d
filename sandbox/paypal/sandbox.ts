import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Credentials, requireToken, tokenCall } from './authentication.ts'
import { answerErrors, callsOf, readBodies } from './call.ts'
import type { Sandbox } from './context.ts'
import type { Documents } from './documents.ts'
import { driveCalls } from './drive.ts'
import { Faults } from './faults.ts'
import { orderCalls } from './orders/orders.ts'
import { paymentCalls } from './orders/payments.ts'
import { approvalPages } from './pages/pages.ts'
import { Store } from './store.ts'
import { planCalls, productCalls } from './subscriptions/plans.ts'
import { revisionCalls } from './subscriptions/revisions.ts'
import { subscriptionCalls } from './subscriptions/subscriptions.ts'
import { requireCertificate } from './webhooks/certificate.ts'
import { Deliveries, type Retry } from './webhooks/deliveries.ts'
import { certificatePage, webhookCalls } from './webhooks/webhooks.ts'

export type SandboxOptions = Credentials & {
  /** 0 chooses a free port. */
  port: number
  /** A SQLite file, or ':memory:'. */
  file: string
  webhookId: string
  webhookUrl?: string
  retry?: Retry
  now?: () => Date
}

export type RunningSandbox = {
  url: string
  faults: Faults
  setWebhookUrl(url: string): void
  /** Returns all documents of a kind, oldest first. Tests compare the shop's books with them. */
  documents<K extends keyof Documents>(kind: K): Documents[K][]
  /** Resolves once every webhook was delivered, lost, or given up. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Eight attempts over about two minutes. */
const RETRY = { attempts: 8, first_ms: 1_000 }
const PEOPLE = {
  merchant: { email_address: 'merchant@example.com', merchant_id: 'MERCHANTTEST2' },
  buyer: { email_address: 'buyer@example.com', name: { given_name: 'Test', surname: 'Buyer' }, address: { country_code: 'US' } }
}

export async function startPayPalSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The PayPal sandbox does not run in production: set real PayPal credentials.')
  const sandbox = assemble(options)
  const app = appOf(sandbox, options)
  try {
    await app.listen({ host: '127.0.0.1', port: options.port })
  } catch (error) {
    sandbox.store.close()
    throw error
  }
  sandbox.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const setWebhookUrl = (url: string) => sandbox.store.put('webhook', { id: options.webhookId, url, event_types: [{ name: '*' }] })
  if (options.webhookUrl) setWebhookUrl(options.webhookUrl)
  sandbox.deliveries.wake()
  const stop = async () => {
    await app.close()
    await sandbox.deliveries.close()
    sandbox.store.close()
  }
  let stopping: Promise<void> | undefined
  return {
    url: sandbox.url,
    faults: sandbox.faults,
    setWebhookUrl,
    documents: (kind) => sandbox.store.list(kind),
    settled: () => sandbox.deliveries.settled(),
    close() {
      stopping ??= stop()
      return stopping
    }
  }
}

function assemble({ file, retry = RETRY, now = () => new Date() }: SandboxOptions): Sandbox {
  const store = new Store(file)
  const certificate = requireCertificate(store, now())
  const deliveries: Deliveries = new Deliveries({ store, certificate, retry, url: () => sandbox.url, now })
  const sandbox: Sandbox = { store, faults: new Faults(), deliveries, now, url: '', ...PEOPLE }
  return sandbox
}

function appOf(sandbox: Sandbox, credentials: Credentials): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: true } }
  })
  readBodies(app)
  answerErrors(app)
  app.register(async (open) => {
    tokenCall(open, sandbox, credentials)
    certificatePage(open, sandbox)
    driveCalls(callsOf(open, sandbox), sandbox)
  })
  app.register(async (pages) => approvalPages(pages, sandbox))
  app.register(async (api) => {
    api.addHook('onRequest', async (request) => requireToken(sandbox, request))
    const serve = callsOf(api, sandbox)
    for (const calls of [orderCalls, paymentCalls, productCalls, planCalls, subscriptionCalls, revisionCalls, webhookCalls])
      calls(serve, sandbox)
  })
  return app
}
