import { expect, test } from 'vitest'
import { createFileCounter } from './count-files.ts'

test('files are counted wherever the chunks are cut', () => {
  const zip = [1, 0x50, 0x4b, 3, 4, 9, 0x50, 0x50, 0x4b, 3, 4, 0x50, 0x4b, 1, 2]
  for (let cut = 0; cut <= zip.length; cut += 1) {
    const count = createFileCounter()
    count(Uint8Array.from(zip.slice(0, cut)))
    expect(count(Uint8Array.from(zip.slice(cut)))).toBe(2)
  }
})
