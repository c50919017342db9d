import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { choose } from './touched.ts'

const MODULES = { accounts: [], payments: ['accounts'], licensing: ['accounts', 'payments'] }
const chosen = (...changed: string[]) => choose(changed, MODULES, () => true)
const smoke = (name: string) => `tests/journeys/${name}.spec.ts`

test('a change in a part selects its tests and its smoke journey', () => {
  const { tests, specs, parts } = chosen('business/payments/server/refunds.service.ts', 'business/payments/web/payment-row.tsx')
  expect(parts).toEqual(['payments'])
  expect(tests).toContain('business/payments/')
  expect(tests).not.toContain('business/licensing/')
  expect(specs).toEqual([smoke('buying/checkout')])
})

test('parts that use a changed contract are listed as skipped', () => {
  expect(chosen('business/payments/contract.ts').leftOut).toEqual(['licensing'])
  expect(chosen('business/accounts/profile.contract.ts').leftOut).toEqual(['licensing', 'payments'])
  expect(chosen('business/accounts/server/index.ts', 'business/payments/rules.ts').leftOut).toEqual(['licensing'])
  expect(chosen('business/payments/server/refunds.service.ts').leftOut).toEqual([])
})

test('a changed test is run by itself, unless its folder is run', () => {
  expect(chosen('business/accounts/rules.test.ts')).toMatchObject({ tests: ['business/accounts/rules.test.ts'], specs: [] })
  const { tests } = chosen('business/accounts/rules.test.ts', 'business/accounts/rules.ts')
  expect(tests).toContain('business/accounts/')
  expect(tests).not.toContain('business/accounts/rules.test.ts')
})

test('all changed journeys are run instead of smoke journeys', () => {
  const specs = ['buying/bucket', 'staff/reports', 'tools/labels'].map(smoke)
  expect(chosen(...specs, 'business/accounts/server/index.ts').specs).toEqual(specs)
  expect(chosen(...specs.slice(0, 1), 'business/accounts/server/index.ts').specs).toEqual([specs[0], smoke('accounts/people')])
})

test('at most two smoke journeys run, each once', () => {
  const { specs } = chosen('business/accounts/a.ts', 'business/payments/a.ts', 'business/licensing/a.ts', 'sandbox/paypal/main.ts')
  expect(specs).toEqual([smoke('accounts/people'), smoke('buying/checkout')])
})

test('changed docs and pictures select no tests', () => {
  expect(chosen('docs/security.md', 'public/icon.png', 'README.md')).toMatchObject({ tests: [], specs: [] })
})

test('a deleted test is not run, but a deleted source file still selects its part', () => {
  const { tests } = choose(['business/accounts/a.test.ts', 'business/payments/old.ts'], MODULES, () => false)
  expect(tests).toContain('business/payments/')
  expect(tests).not.toContain('business/accounts/a.test.ts')
})

test('every part has a smoke journey, and every selected path exists', () => {
  const modules = JSON.parse(readFileSync('business/modules.json', 'utf8'))
  const others = ['platform', 'processes', 'sandbox', 'catalogue-import', 'tests']
  for (const part of Object.keys(modules).filter((one) => one !== 'ledger'))
    expect({ part, specs: choose([`business/${part}/a.ts`], modules, () => true).specs.length }).toEqual({ part, specs: 1 })
  for (const file of [...Object.keys(modules).map((part) => `business/${part}/a.ts`), ...others.map((folder) => `${folder}/a.ts`)]) {
    const { tests, specs } = choose([file], modules, () => true)
    expect([...tests, ...specs].filter((place) => !existsSync(place))).toEqual([])
  }
  expect(globSync('tests/journeys/*/*.spec.ts').length).toBeGreaterThan(20)
})
