import './commands.ts'
import '#processes/startup/exit-with-parent.ts'
import { startPayPalSandbox } from '#sandbox/paypal/sandbox.ts'

const [, , port, file, webhookUrl] = process.argv

/** Plays PayPal, which never gives up a webhook within a schedule and never waits long before it sends it again. */
await startPayPalSandbox({
  port: Number(port),
  file: file ?? ':memory:',
  clientId: process.env['PAYPAL_CLIENT_ID'] ?? '',
  clientSecret: process.env['PAYPAL_CLIENT_SECRET'] ?? '',
  webhookId: process.env['PAYPAL_WEBHOOK_ID'] ?? '',
  ...(webhookUrl && { webhookUrl }),
  retry: { attempts: 1000, first_ms: 50, max_ms: 400 }
})
process.send?.({ ready: true })
