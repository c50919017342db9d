import { expect, test } from 'vitest'
import { readIntent } from './intent.ts'

test.each([
  ['{"type":"single","assetId":"a","licenseType":"extended"}', { type: 'single', assetId: 'a', licenseType: 'extended' }],
  [
    '{"type":"single","assetId":"a","licenseType":"personal","format":"png"}',
    { type: 'single', assetId: 'a', licenseType: 'personal', format: 'png' }
  ],
  ['{"type":"single","assetId":"a","licenseType":"personal","format":"<b>"}', { type: 'single', assetId: 'a', licenseType: 'personal' }],
  [
    '{"type":"single","assetId":"a","licenseType":"personal","coupon":"SPRING20"}',
    { type: 'single', assetId: 'a', licenseType: 'personal', coupon: 'SPRING20' }
  ],
  [
    '{"type":"subscription","planId":"team_monthly","coupon":"SPRING20"}',
    { type: 'subscription', planId: 'team_monthly', coupon: 'SPRING20' }
  ],
  ['{"type":"subscription","planId":"team_monthly","coupon":""}', { type: 'subscription', planId: 'team_monthly' }],
  ['{"type":"subscription","planId":"team_monthly"}', { type: 'subscription', planId: 'team_monthly' }],
  ['{"type":"single","assetId":"a","licenseType":"gold"}', undefined],
  ['{"type":"single","licenseType":"extended"}', undefined],
  ['{"type":"other"}', undefined],
  ['null', undefined],
  ['{', undefined]
])('reads the stored intent %s', (text, intent) => expect(readIntent(text)).toEqual(intent))
