import type { Readable } from 'node:stream'
import { createFairQueue } from '../decoders/fair-queue.ts'
import { currentLog } from '../log/log.ts'
import { scanStream } from './clamd.ts'

/** `off`: no scanner was set when the file arrived. `waiting`: the scanner did not answer yet. */
export const SCAN_STATES = ['off', 'clean', 'waiting', 'infected'] as const
export type ScanState = (typeof SCAN_STATES)[number]
/** `scan_found` is the scanner's name for what an infected file contains. */
export type Scan = { scan_state: ScanState; scan_found: string | null }

export interface Scanner {
  /**
   * Never throws: a file that could not be scanned is `waiting`, and a job scans it again. `owner` is who waits: one whose files keep the
   * scanner busy does not hold up the others.
   */
  scan(open: () => Readable | Promise<Readable>, owner?: string): Promise<Scan>
}

const TIMEOUT_MS = 60_000
const BYTES_MAX = 512 * 1024 * 1024
/** clamd has ten threads unless it is configured otherwise. */
const AT_ONCE = 4
const NAME_MAX = 100

export const NOT_SCANNED: Scan = { scan_state: 'off', scan_found: null }

type ScannerOptions = { timeout_ms?: number; onError?: (error: unknown) => void }

/** `url` is tcp://host:port of a clamd. Without it, nothing is scanned. */
export function openScanner(url: string | undefined, { timeout_ms = TIMEOUT_MS, onError = logError }: ScannerOptions = {}): Scanner {
  if (!url) return { scan: async () => NOT_SCANNED }
  const { hostname, port } = new URL(url)
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
  const limitConcurrency = createFairQueue(AT_ONCE)
  const scan = async (open: () => Readable | Promise<Readable>): Promise<Scan> => {
    try {
      const found = await scanStream(address, await open(), { timeout_ms, max_bytes: BYTES_MAX })
      return found === undefined ? { scan_state: 'clean', scan_found: null } : { scan_state: 'infected', scan_found: shown(found) }
    } catch (error) {
      onError(error)
      return { scan_state: 'waiting', scan_found: null }
    }
  }
  return { scan: (open, owner = '') => limitConcurrency(owner, () => scan(open)) }
}

const logError = (err: unknown) => currentLog().error({ err }, 'a file could not be scanned for viruses')

/** The name is shown to people. */
const shown = (name: string): string => name.replace(/[^\w .:/()+-]/g, '').slice(0, NAME_MAX) || 'malware'

/** Returns what people read beside a file that cannot be downloaded, or null. */
export function scanNotice({ scan_state, scan_found }: Scan): string | null {
  if (scan_state === 'infected') return `Blocked: the virus scanner found ${scan_found ?? 'malware'}.`
  return scan_state === 'waiting' ? 'Not scanned for viruses yet. It can be downloaded after the scan.' : null
}

/** Returns the key under which an infected file is kept aside. Nothing is ever sent from there. */
export const quarantineKey = (key: string): string => `quarantine/${key}`
