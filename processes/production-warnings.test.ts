import { expect, test } from 'vitest'
import { productionWarnings } from './production-warnings.ts'

const GIVEN = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://easel.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  PAYPAL_BASE_URL: 'https://api-m.paypal.com',
  DATABASE_URL: 'postgres://db.example.com/easel',
  APPLICANT_KEYS: 'k'.repeat(43)
}

test('a complete production start, and a start outside production, print no warning', () => {
  expect(productionWarnings(GIVEN)).toEqual([])
  expect(productionWarnings({})).toEqual([])
})

test.each([
  [{ PUBLIC_URL: '' }, 'PUBLIC_URL is not set'],
  [{ SMTP_URL: undefined }, 'SMTP_URL is not set'],
  [{ PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com' }, "PAYPAL_BASE_URL is PayPal's sandbox"],
  [{ APPLICANT_KEYS: '' }, 'APPLICANT_KEYS is not set']
])('%o warns', (change, warning) => {
  expect(productionWarnings({ ...GIVEN, ...change })).toEqual([expect.stringContaining(warning)])
})
