import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'

/** Passes bytes through and counts and hashes them. */
export function digesting(): { through: Transform; result(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    }
  })
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Returns the SHA-256 of a stream. */
export async function sha256Of(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

export const sha256OfFile = (path: string): Promise<string> => sha256Of(createReadStream(path))
