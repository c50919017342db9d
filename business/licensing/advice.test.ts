import { expect, test } from 'vitest'
import { adviseLicense, type StatedUse } from './needs.rules.ts'
import { LICENSE_LIMITS, type LicenseType } from './rules.ts'

const { personal, commercial, extended } = LICENSE_LIMITS

/** By the numbers of the license terms. */
const TABLE: [Required<StatedUse>, LicenseType | null][] = [
  [{ use: 'personal', company_size: 1, print_run: 0 }, 'personal'],
  [{ use: 'personal', company_size: 1, print_run: personal.print_run }, 'personal'],
  [{ use: 'personal', company_size: 1, print_run: personal.print_run + 1 }, 'commercial'],
  [{ use: 'personal', company_size: 2, print_run: 0 }, 'commercial'],
  [{ use: 'commercial', company_size: 1, print_run: 0 }, 'commercial'],
  [{ use: 'commercial', company_size: commercial.seats, print_run: commercial.print_run }, 'commercial'],
  [{ use: 'commercial', company_size: commercial.seats + 1, print_run: 0 }, 'extended'],
  [{ use: 'commercial', company_size: 1, print_run: commercial.print_run + 1 }, 'extended'],
  [{ use: 'resale', company_size: 1, print_run: 0 }, 'extended'],
  [{ use: 'resale', company_size: extended.seats, print_run: extended.print_run }, 'extended'],
  [{ use: 'resale', company_size: 1, print_run: extended.print_run + 1 }, null],
  [{ use: 'commercial', company_size: extended.seats + 1, print_run: 0 }, null]
]

test.each(TABLE)('%j needs %s', (stated, license) => {
  const advice = adviseLicense(stated)
  expect(advice).toMatchObject({ license, missing: [] })
  expect(advice.why).toMatch(license ? new RegExp(`The ${license} license covers it`) : /No license covers this/)
})

test('the reason names the limit that decides', () => {
  expect(adviseLicense({ use: 'commercial', company_size: 1, print_run: 10_001 }).why).toContain(
    'The commercial license ends at 10,000 pieces.'
  )
  expect(adviseLicense({ use: 'personal', company_size: 2, print_run: 0 }).why).toContain('The personal license is for 1 person.')
  expect(adviseLicense({ use: 'resale', company_size: 1, print_run: 0 }).why).toContain(
    'The commercial license does not allow goods for resale.'
  )
})

test('what is missing is asked for', () => {
  expect(adviseLicense({})).toMatchObject({ license: null, missing: ['use', 'company_size', 'print_run'] })
  const { license, why, missing } = adviseLicense({ use: 'resale', company_size: 3 })
  expect({ license, missing }).toEqual({ license: null, missing: ['print_run'] })
  expect(why).toBe('How many pieces will be printed or manufactured? 0 if none.')
})
