import { expect, test } from 'vitest'
import { failureWords, needsSupport } from './failure-words.ts'

test('only a payment of another amount needs support, and it does not say that nothing was charged', () => {
  expect(failureWords('other_amount', 'Ended.')).toContain('your money is safe')
  expect(failureWords('other_amount', 'Ended.')).not.toContain('not been charged')
  expect(failureWords('abandoned', 'Ended.')).toBe('Ended.')
  expect(failureWords(null, 'Ended.')).toBe('Ended.')
  expect(['other_amount', 'declined', null].map(needsSupport)).toEqual([true, false, false])
})
