import { expect, test } from 'vitest'
import { readIntent } from './intent.ts'

test.each([
  ['{"type":"single","assetId":"a","licenseType":"extended"}', { type: 'single', assetId: 'a', licenseType: 'extended' }],
  ['{"type":"subscription","planId":"team_monthly"}', { type: 'subscription', planId: 'team_monthly' }],
  ['{"type":"single","assetId":"a","licenseType":"gold"}', undefined],
  ['{"type":"single","licenseType":"extended"}', undefined],
  ['{"type":"other"}', undefined],
  ['null', undefined],
  ['{', undefined]
])('the intent %s is read as %j', (text, intent) => expect(readIntent(text)).toEqual(intent))
