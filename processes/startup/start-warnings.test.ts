import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from '../settings/read-settings.ts'
import { startWarnings } from './start-warnings.ts'

const folder = mkdtempSync(join(tmpdir(), 'easel-warnings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://easel.example.com',
  SESSION_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.example.com',
  PAYPAL_BASE_URL: 'https://api-m.paypal.com',
  PAYPAL_CLIENT_ID: 'live',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'WH-1',
  DATABASE_URL: 'postgres://db.example.com/easel',
  APPLICANT_KEYS: 'k'.repeat(43)
}
const NO_PAYPAL = { NODE_ENV: '', PAYPAL_BASE_URL: '', PAYPAL_CLIENT_ID: '', PAYPAL_CLIENT_SECRET: '', PAYPAL_WEBHOOK_ID: '' }

const warningsOf = (env: NodeJS.ProcessEnv) => startWarnings(readSettings({ DATA_DIR: folder, ...env }), env)

test('a complete production start, and a start for this machine only, print no warning', () => {
  expect(warningsOf(PRODUCTION)).toEqual([])
  expect(warningsOf({})).toEqual([])
  expect(warningsOf({ HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:3005' })).toEqual([])
})

test.each([
  [{ PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  [{ PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' }, "PAYPAL_BASE_URL is PayPal's sandbox"],
  [{ APPLICANT_KEYS: '' }, 'APPLICANT_KEYS is not set'],
  [{ NODE_ENV: '', PUBLIC_URL: 'http://192.168.1.5:3000' }, 'PUBLIC_URL is not https'],
  [NO_PAYPAL, 'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, and PAYPAL_WEBHOOK_ID are not set'],
  [{ ...NO_PAYPAL, PAYPAL_BASE_URL: 'http://127.0.0.1:3001' }, 'payments are play money']
])('%o warns', (change, warning) => {
  expect(warningsOf({ ...PRODUCTION, ...change })).toEqual([expect.stringContaining(warning)])
})
