import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import type { Certificate } from '../documents.ts'
import { newCertificateId } from '../identifiers.ts'
import type { Store } from '../store.ts'

// The ASN.1 structures of a self-signed certificate (RFC 5280), encoded in DER.
const SHA256_WITH_RSA = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'))
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ORGANISATION = Buffer.from('060355040a', 'hex')
const VERSION_3 = Buffer.from('a003020102', 'hex')
const YEARS_VALID = 10

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)

function attribute(type: Buffer, value: string): Buffer {
  return der(0x31, sequence(type, der(0x0c, Buffer.from(value))))
}

/** UTCTime, which works until 2049. */
function utcTime(moment: Date): Buffer {
  const digits = moment.toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}

function selfSigned(publicKey: KeyObject, privateKey: KeyObject, now: Date): string {
  const until = new Date(now)
  until.setUTCFullYear(now.getUTCFullYear() + YEARS_VALID)
  const serial = randomBytes(16)
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f) // Positive and without a leading zero byte.
  const name = sequence(attribute(ORGANISATION, 'PayPal sandbox (test only)'), attribute(COMMON_NAME, 'messageverificationcerts.localhost'))
  const statement = sequence(
    VERSION_3,
    der(0x02, serial),
    SHA256_WITH_RSA,
    name,
    sequence(utcTime(now), utcTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' })
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', statement, privateKey))
  return new X509Certificate(sequence(statement, SHA256_WITH_RSA, signature)).toString()
}

/** Returns the certificate that signs webhooks. It is created once and stored. */
export function requireCertificate(store: Store, now: Date): Certificate {
  const kept = store.list('certificate').at(-1)
  if (kept && new Date(new X509Certificate(kept.certificate).validTo) > now) return kept
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const made = {
    id: newCertificateId(),
    certificate: selfSigned(publicKey, privateKey, now),
    private_key: String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }
  store.put('certificate', made)
  return made
}
