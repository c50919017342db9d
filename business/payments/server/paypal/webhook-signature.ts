import { verify, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'

export type Transmission = { id: string; time: string; signature: string; cert_url: string; algorithm: string }
type Headers = Readonly<Record<string, string | string[] | undefined>>
type Signed = { transmission: Transmission; body: Buffer; webhook_id: string; certificate: string; base_url: string; now: Date }

/** PayPal resends an event for three days. A repeated event is recognized by its id, so an old one does no harm. */
const MAX_AGE_MS = 4 * 24 * 3600_000
const CLOCK_SKEW_MS = 5 * 60_000

export function readTransmission(headers: Headers): Transmission | undefined {
  const read = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '')
  const transmission = {
    id: read('paypal-transmission-id'),
    time: read('paypal-transmission-time'),
    signature: read('paypal-transmission-sig'),
    cert_url: read('paypal-cert-url'),
    algorithm: read('paypal-auth-algo')
  }
  return Object.values(transmission).every(Boolean) ? transmission : undefined
}

/** PayPal, PayPal's sandbox, or our own sandbox at exactly its address. Each signs only for itself. */
type Provider = 'live' | 'sandbox' | 'own'
const HOSTS = { live: 'messageverificationcerts.paypal.com', sandbox: 'messageverificationcerts.sandbox.paypal.com' }
/** Where PayPal publishes its certificates, besides the host of our own calls to it. */
const CERTIFICATE_ORIGINS = { live: 'https://api.paypal.com', sandbox: 'https://api.sandbox.paypal.com' }
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/CERT-[A-Za-z0-9-]{1,100}$/

function providerAt(base_url: string): Provider {
  const { hostname, protocol } = new URL(base_url)
  if (protocol !== 'https:' || !hostname.endsWith('.paypal.com')) return 'own'
  return hostname.endsWith('.sandbox.paypal.com') ? 'sandbox' : 'live'
}

/** Checked before the certificate is fetched, because the address comes from a header that anyone can set. */
export function isTrustedAddress(cert_url: string, base_url: string): boolean {
  if (!URL.canParse(cert_url)) return false
  const { origin, pathname } = new URL(cert_url)
  // Any other spelling has something more: a name and password, a port, a query, or another path.
  if (origin + pathname !== cert_url || !CERTIFICATE_PATH.test(pathname)) return false
  const provider = providerAt(base_url)
  return origin === new URL(base_url).origin || (provider !== 'own' && origin === CERTIFICATE_ORIGINS[provider])
}

/** Whether the provider signed exactly these bytes, for this webhook, recently. */
export function isSigned({ transmission, body, webhook_id, certificate, base_url, now }: Signed): boolean {
  const age = now.getTime() - Date.parse(transmission.time)
  if (transmission.algorithm !== 'SHA256withRSA' || !(age > -CLOCK_SKEW_MS && age < MAX_AGE_MS)) return false
  const provider = providerAt(base_url)
  const chain = readChain(certificate)
  const [leaf] = chain
  if (!leaf || !chain.every((one) => isValidAt(one, now)) || (provider !== 'own' && !leaf.checkHost(HOSTS[provider]))) return false
  const text = `${transmission.id}|${transmission.time}|${webhook_id}|${crc32(body)}`
  const isByLeaf = verify('sha256', Buffer.from(text), leaf.publicKey, Buffer.from(transmission.signature, 'base64'))
  // The chain last: finding its root reads all root certificates, which costs a hundred times as much as the signature, and anyone can send an event.
  return isByLeaf && (provider === 'own' || isLinked(chain))
}

/** More than any real chain has. */
const CHAIN_MAX = 8

function readChain(pem: string): X509Certificate[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (texts.length > CHAIN_MAX) return []
  try {
    return texts.map((text) => new X509Certificate(text))
  } catch {
    return []
  }
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date) => validFromDate <= now && now <= validToDate

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** PayPal may send the leaf certificate only: then TLS to PayPal's host vouches for it. Further certificates must form its chain. */
function isLinked(chain: X509Certificate[]): boolean {
  const [leaf, ...issuers] = chain
  let top = leaf
  for (const issuer of issuers) {
    if (!top || !issuer.ca || !isIssuedBy(top, issuer)) return false
    top = issuer
  }
  return issuers.length === 0 || (top !== undefined && isIssuedByRoot(top))
}

const isIssuedByRoot = (top: X509Certificate) =>
  rootCertificates.some((pem) => {
    const root = new X509Certificate(pem)
    return root.fingerprint256 === top.fingerprint256 || isIssuedBy(top, root)
  })
