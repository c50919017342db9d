import { parentPort } from 'node:worker_threads'
import { type CleanedSvg, cleanSvg } from './clean-svg.ts'

parentPort!.on('message', (text: string) => parentPort!.postMessage(clean(text)))

function clean(text: string): CleanedSvg {
  try {
    return cleanSvg(text)
  } catch {
    // Too deep, too odd: what the parser can't take is no picture for us.
    return { ok: false, reason: 'malformed' }
  }
}
