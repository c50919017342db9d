import { expect, test } from 'vitest'
import { readCheckoutAddress } from './checkout-address.ts'

const read = (query: string) => readCheckoutAddress(new URLSearchParams(query))

test('reads what is bought, in which format', () =>
  expect(read('type=license&asset_id=a&license_type=extended&format=PNG&payment_id=p')).toMatchObject({
    asset_id: 'a',
    license_type: 'extended',
    format: 'png',
    payment_id: 'p'
  }))

test('the license is personal and no format is chosen unless the address says so', () =>
  expect(read('license_type=gold&format=../x')).toMatchObject({ license_type: 'personal', format: null, payment_id: null, asset_id: null }))

test.each([
  ['10.00', 1000],
  ['0.5', 50],
  ['19', 1900],
  ['-3', undefined],
  ['1e3', undefined],
  ['1.234', undefined],
  ['', undefined]
])('the amount %j is %s cents', (amount, cents) => expect(read(`amount=${amount}`).amount_cents).toBe(cents))
