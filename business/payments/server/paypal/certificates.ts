import { LRUCache } from 'lru-cache'
import { createTokenBuckets } from '#platform/server/index.ts'

/** No certificate was fetched: our limits or PayPal are in the way. PayPal sends the event again. */
export class CertificateUnavailable extends Error {
  /** Set when the sender itself asked for too many certificates: the seconds to wait. */
  readonly wait_seconds: number | undefined

  constructor(message: string, { cause, wait_seconds }: { cause?: unknown; wait_seconds?: number } = {}) {
    super(message, { cause })
    this.name = 'CertificateUnavailable'
    this.wait_seconds = wait_seconds
  }
}

export type Certificates = {
  /** Returns the certificate (PEM) at an address that was checked before, or undefined if there is none. `sender` is the network address that named it. */
  certificateAt(address: string, sender: string): Promise<string | undefined>
}

type Limits = { timeout_ms: number; max_bytes: number }

const STANDARD: Limits = { timeout_ms: 5000, max_bytes: 64 * 1024 }
const MAX_AT_ONCE = 2
/** PayPal uses a few certificates at a time. */
const MAX_KNOWN = 32
const MAX_MISSING = 5000
const MISSING_MS = 10 * 60_000
/** A failure may pass soon, so it is remembered for a short time only. */
const FAILED_MS = 10_000
const PER_SENDER = { burst: 20, per_second: 1 / 30 }
const ALL_SENDERS = { burst: 60, per_second: 1 }

/** Fetches the certificates that events name. Anyone can send an event, so the fetches are few, small and short, and also failures are cached. */
export function openCertificates(limits: Partial<Limits> = {}): Certificates {
  const known = new LRUCache<string, string>({ max: MAX_KNOWN })
  const missing = new LRUCache<string, 'missing' | 'failed'>({ max: MAX_MISSING })
  const fetching = new Map<string, Promise<string | undefined>>()
  const perSender = createTokenBuckets(PER_SENDER)
  const allSenders = createTokenBuckets(ALL_SENDERS)

  async function fetchAndCache(address: string): Promise<string | undefined> {
    try {
      const text = await fetchCertificate(address, { ...STANDARD, ...limits })
      if (text === undefined) missing.set(address, 'missing', { ttl: MISSING_MS })
      else known.set(address, text)
      return text
    } catch (cause) {
      missing.set(address, 'failed', { ttl: FAILED_MS })
      throw new CertificateUnavailable('PayPal gave no certificate.', { cause })
    } finally {
      fetching.delete(address)
    }
  }

  function requireRoom(sender: string): void {
    const wait_seconds = perSender.take(sender)
    if (wait_seconds > 0) throw new CertificateUnavailable('This sender named too many certificates.', { wait_seconds })
    if (fetching.size >= MAX_AT_ONCE) throw new CertificateUnavailable('Too many certificates are being fetched.')
    if (allSenders.take('all') > 0) throw new CertificateUnavailable('Too many certificates were fetched.')
  }

  return {
    certificateAt: async (address, sender) => {
      const found = known.get(address) ?? fetching.get(address)
      if (found !== undefined) return found
      const absent = missing.get(address)
      if (absent === 'missing') return undefined
      if (absent === 'failed') throw new CertificateUnavailable('PayPal gave no certificate a moment ago.')
      requireRoom(sender)
      const result = fetchAndCache(address)
      fetching.set(address, result)
      return result
    }
  }
}

/** Returns undefined for any answer that is not a certificate, such as a redirect, which is not followed. */
async function fetchCertificate(address: string, { timeout_ms, max_bytes }: Limits): Promise<string | undefined> {
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeout_ms) })
  if (response.status === 200 && response.body) return readAtMost(response.body, max_bytes)
  await response.body?.cancel()
  if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`)
  return undefined
}

/** Leaving the loop cancels the stream. */
async function readAtMost(body: ReadableStream<Uint8Array>, max_bytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > max_bytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
