import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Credentials, requireToken, tokenCall } from './authentication.ts'
import { answerErrors, callsOf, readBodies } from './call.ts'
import { requireCertificate } from './certificate.ts'
import { Deliveries, type Retry } from './deliveries.ts'
import type { Documents } from './documents.ts'
import { driveCalls } from './drive.ts'
import { Faults } from './faults.ts'
import { orderCalls } from './orders.ts'
import { approvalPages } from './pages.ts'
import { paymentCalls } from './payments.ts'
import { planCalls, productCalls } from './plans.ts'
import { revisionCalls } from './revisions.ts'
import { Store } from './store.ts'
import { subscriptionCalls } from './subscriptions.ts'
import { certificatePage, webhookCalls } from './webhooks.ts'

/** What every call works with. */
export type Sandbox = {
  store: Store
  faults: Faults
  deliveries: Deliveries
  now: () => Date
  /** Where the sandbox answers; known once it listens. */
  url: string
  merchant: { email_address: string; merchant_id: string }
  buyer: { email_address: string; name: { given_name: string; surname: string }; address: { country_code: string } }
}

export type SandboxOptions = Credentials & {
  /** 0 takes a free one. */
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
  /** Everything of a kind that the sandbox keeps, oldest first: what tests hold the shop's books against. */
  documents<K extends keyof Documents>(kind: K): Documents[K][]
  /** Resolves once every webhook has been delivered, lost or given up. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Eight tries over about two minutes. */
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
