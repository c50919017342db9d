import { connect, type Socket } from 'node:net'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type ClamdAddress = { host: string; port: number }
export type ClamdLimits = { timeout_ms: number; max_bytes: number }

const REPLY_MAX = 4096
const FOUND = /^stream: (.+) FOUND$/
const CLEAN = 'stream: OK'

/** Sends bytes to clamd by its INSTREAM command. Returns the name of what it found, or undefined. Throws if there is no usable answer. */
export async function scanStream({ host, port }: ClamdAddress, bytes: Readable, limits: ClamdLimits): Promise<string | undefined> {
  const socket = connect({ host, port, signal: AbortSignal.timeout(limits.timeout_ms) })
  const reply = replyOf(socket)
  // clamd may answer before it has read everything. The reply, or its absence, says whether the scan worked.
  const sent = pipeline(bytes, inChunks(limits.max_bytes), socket, { end: false }).catch((error: Error) => socket.destroy(error))
  try {
    socket.write('zINSTREAM\0')
    return foundIn(await reply)
  } finally {
    socket.destroy()
    await sent
  }
}

/** Puts the length before each chunk, and an empty chunk at the end. */
function inChunks(max_bytes: number): Transform {
  let sent = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length
      if (sent > max_bytes) return done(new Error(`The file has more than ${max_bytes} bytes, which is too large to scan.`))
      if (chunk.length > 0) this.push(withLength(chunk))
      done()
    },
    flush(done) {
      done(null, withLength(Buffer.alloc(0)))
    }
  })
}

function withLength(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return Buffer.concat([length, chunk])
}

function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text += part
      const end = text.indexOf('\0')
      if (text.length > REPLY_MAX) reject(new Error('clamd sent an answer that is too long.'))
      else if (end >= 0) resolve(text.slice(0, end))
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('clamd closed the connection without an answer.')))
  })
}

function foundIn(reply: string): string | undefined {
  if (reply === CLEAN) return undefined
  const [, name] = FOUND.exec(reply) ?? []
  if (name !== undefined) return name
  const advice = reply.includes('size limit') ? ' Set StreamMaxLength in clamd.conf to at least the largest upload.' : ''
  throw new Error(`clamd could not scan the file: ${reply.slice(0, 200)}.${advice}`)
}
