import { expect, test } from 'vitest'
import { pageOf } from './audit-subjects.ts'

const id = '0f0e0d0c-0b0a-4009-8008-070605040302'
const entry = (action: string, kind: string, subject = id) => ({ action, subject: { kind, id: subject, label: null } })

test.each([
  [entry('asset.approved', 'asset'), `/assets/${id}`],
  [entry('claim.upheld', 'claim'), `/admin/claims/${id}`],
  [entry('payment.refunded', 'payment'), `/admin/payments?payment=${id}`],
  [entry('wage_rule.changed', 'wage_rule', 'icon'), '/admin/wage-rules'],
  [entry('asset.deleted', 'asset'), undefined],
  [entry('featured_collection.ordered', 'featured_collection', 'all'), undefined],
  [entry('something.new', 'something'), undefined]
])('%o leads to %s', (about, page) => expect(pageOf(about)).toBe(page))
