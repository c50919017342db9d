import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns how many bytes of buffers this process holds, without what nobody needs any more. */
export function heldBufferBytes(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}
