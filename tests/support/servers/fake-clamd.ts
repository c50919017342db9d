import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** The EICAR test file in two parts, so that no scanner blocks this source file. It is harmless. */
export const EICAR = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

/** How the fake answers: by the protocol, not at all, with this text, or by closing the connection. */
export type ClamdBehavior = 'works' | 'silent' | 'closes' | { says: string }

/** A server that speaks clamd's INSTREAM command and finds the EICAR test file. */
export async function startFakeClamd() {
  let behavior: ClamdBehavior = 'works'
  const received: Buffer[] = []
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    if (behavior === 'closes') return void socket.destroy()
    socket.on('data', (part) => {
      bytes = Buffer.concat([bytes, part])
      const content = contentIn(bytes)
      if (content && behavior !== 'silent') answer(socket, content)
    })
  })
  const answer = (socket: Socket, content: Buffer) => {
    received.push(content)
    const text =
      typeof behavior === 'object' ? behavior.says : content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'
    socket.end(`${text}\0`)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The content of every scanned file. */
    received,
    behave: (next: ClamdBehavior) => {
      behavior = next
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

const COMMAND = 'zINSTREAM\0'

/** Returns the content once its last, empty chunk has arrived. */
function contentIn(bytes: Buffer): Buffer | undefined {
  if (bytes.toString('latin1', 0, COMMAND.length) !== COMMAND) return undefined
  const chunks: Buffer[] = []
  for (let start = COMMAND.length; start + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(start)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(start + 4, start + 4 + length))
    start += 4 + length
  }
  return undefined
}
