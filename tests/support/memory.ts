import { collectGarbage } from '#platform/server/collect-garbage.ts'

/** Returns how many bytes of buffers this process holds, without what nobody needs any more. */
export function heldBufferBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}
