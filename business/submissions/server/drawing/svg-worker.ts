import { parentPort } from 'node:worker_threads'
import { type CleanedSvg, cleanSvg } from './clean-svg.ts'

parentPort?.on('message', (text: string) => parentPort?.postMessage(clean(text)))

function clean(text: string): CleanedSvg {
  try {
    return cleanSvg(text)
  } catch {
    // Input that crashes the parser, such as extreme nesting, is refused like malformed XML.
    return { ok: false, reason: 'malformed' }
  }
}
