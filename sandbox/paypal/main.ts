import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startPayPalSandbox } from './sandbox.ts'

const DEFAULT_PORT = '3001'

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

function readOptions() {
  const port = Number(process.env['PAYPAL_SANDBOX_PORT'] || DEFAULT_PORT)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PAYPAL_SANDBOX_PORT must be a whole number from 0 to 65535.')
  const folder = required('DATA_DIR')
  mkdirSync(folder, { recursive: true })
  return {
    port,
    file: join(folder, 'paypal-sandbox.sqlite'),
    clientId: required('PAYPAL_CLIENT_ID'),
    clientSecret: required('PAYPAL_CLIENT_SECRET'),
    webhookId: required('PAYPAL_WEBHOOK_ID'),
    webhookUrl: required('PAYPAL_WEBHOOK_URL')
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!('code' in error) || error.code !== 'EADDRINUSE') return error.message
  return `port ${'port' in error ? error.port : ''} is in use: stop the program that uses it, or set PAYPAL_SANDBOX_PORT.`
}

try {
  const sandbox = await startPayPalSandbox(readOptions())
  console.log(`PayPal sandbox listening on ${sandbox.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void sandbox.close().then(() => process.exit(0))
    })
  }
} catch (error) {
  console.error(`PayPal sandbox: ${reasonOf(error)}`)
  process.exit(1)
}
