import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer kept whole; each encoding is made once, when it is first asked for. */
export type KeptAnswer = {
  headers: readonly (readonly [name: string, value: string])[]
  /** Of the body, without its encoding. */
  hash: string
  /** Milliseconds: when it was made, and from when on it is wrong. */
  made_at: number
  valid_until: number
  bytes: number
  body(encoding: Encoding): Promise<Buffer>
}

type Fresh = Pick<KeptAnswer, 'headers' | 'made_at' | 'valid_until'> & { body: Buffer }

/** Good enough at a speed that a visitor does not feel. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const COMPRESS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body
}

export function keepAnswer({ body, ...facts }: Fresh): KeptAnswer {
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    ...facts,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    // Compressed twice it takes about half as much again.
    bytes: Math.ceil(body.length * 1.5),
    body: (encoding) => {
      const known = made.get(encoding) ?? COMPRESS[encoding](body)
      made.set(encoding, known)
      return known
    }
  }
}

export type KeptAnswers = {
  find(key: string): KeptAnswer | undefined
  keep(key: string, answer: KeptAnswer): void
  clear(): void
  bytes(): number
}

/** One answer takes at most this part of the room. */
const LARGEST = 1 / 4

/** As many answers as there is room for; what was not asked for longest goes first. */
export function roomForAnswers(most_bytes: number): KeptAnswers {
  const kept = new Map<string, KeptAnswer>()
  let used = 0
  const forget = (key: string) => {
    used -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  return {
    find: (key) => {
      const answer = kept.get(key)
      if (!answer) return undefined
      kept.delete(key)
      kept.set(key, answer)
      return answer
    },
    keep: (key, answer) => {
      forget(key)
      if (answer.bytes > most_bytes * LARGEST) return
      kept.set(key, answer)
      used += answer.bytes
      for (const oldest of kept.keys()) {
        if (used <= most_bytes) break
        forget(oldest)
      }
    },
    clear: () => {
      kept.clear()
      used = 0
    },
    bytes: () => used
  }
}
