import { expect, test } from 'vitest'
import { showSizeInMail } from './size.ts'

test.each([
  [1, '1 KB'],
  [734_218_220, '734.2 MB'],
  [50_000_000_000, '50.0 GB']
])('%d bytes are shown as %s', (bytes, text) => expect(showSizeInMail(bytes)).toBe(text))
