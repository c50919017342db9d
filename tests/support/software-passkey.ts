import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/* An authenticator in software, for tests that need one that misbehaves. The journeys use Chromium's own. */

const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Encodes what WebAuthn needs of CBOR. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, inner]) => [cbor(name), cbor(inner)])])
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

type Ceremony = {
  /** Whether the authenticator verified the person. Default: true. */
  verified?: boolean
  origin?: string
  host?: string
  /** Default: one more than last time. */
  counter?: number
}

/** Creates a key for a host. It answers WebAuthn's options, as JSON, the way a browser does. */
export function softwarePasskey({ origin, host }: { origin: string; host: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let uses = 0
  let owner: string | undefined

  function authenticatorData({ verified = true, host: other, counter }: Ceremony, extra: Buffer = Buffer.alloc(0)): Buffer {
    uses = counter ?? uses + 1
    const flags = PRESENT | (verified ? VERIFIED : 0) | (extra.length > 0 ? HAS_KEY : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(uses)
    return Buffer.concat([sha256(other ?? host), Buffer.from([flags]), count, extra])
  }

  const clientData = (type: 'create' | 'get', challenge: unknown, { origin: other }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin: other ?? origin, crossOrigin: false }))

  const answer = (response: Record<string, unknown>) => {
    const text = id.toString('base64url')
    return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  return {
    id: id.toString('base64url'),
    /** Answers `navigator.credentials.create`. */
    create(options: Record<string, unknown>, ceremony: Ceremony = {}) {
      owner = (options['user'] as { id: string }).id
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')]
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 255]), id, cbor(key as Cbor)])
      const authData = authenticatorData({ counter: 0, ...ceremony }, attested)
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData]
      ])
      return answer({
        clientDataJSON: clientData('create', options['challenge'], ceremony).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal']
      }) as never
    },
    /** Answers `navigator.credentials.get`. */
    get(options: Record<string, unknown>, ceremony: Ceremony = {}) {
      const client = clientData('get', options['challenge'], ceremony)
      const data = authenticatorData(ceremony)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: owner
      }) as never
    }
  }
}
