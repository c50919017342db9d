import { execFile } from 'node:child_process'
import { join } from 'node:path'
import sharp from 'sharp'
import { refuse } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import type { DrawnPage } from './draw-page.ts'
import { FRAME, OUTCOMES, type PageDrawn } from './page-box.ts'

const LONGEST_MS = 20_000
/** Of what the reader may use, in pieces of 64 KB: half a gigabyte. */
const MEMORY_MOST = 8192
const HEAD_MOST = 1024
const OUTPUT_MOST = FRAME.width * FRAME.height * 4 + HEAD_MOST
const NEW_LINE = 10

/** The first page of a PDF, drawn in a process of its own that may read nothing but its code. */
export async function drawPdf(bytes: Buffer): Promise<DrawnPage> {
  const drawn = await runReader(bytes)
  const end = drawn.indexOf(NEW_LINE)
  const { pixels, ...size } = JSON.parse(drawn.toString('utf8', 0, end)) as PageDrawn
  const picture = await sharp(drawn.subarray(end + 1), { raw: { ...pixels, channels: 4 } })
    .png()
    .toBuffer()
  return { ...size, picture }
}

/** It runs from its source: a bundle would not hold it. */
function runReader(bytes: Buffer): Promise<Buffer> {
  const at = (path: string) => join(process.cwd(), path)
  const script = at('business/submissions/server/pdf-draw.ts')
  const readable = [at('package.json'), script, at('business/submissions/server/page-box.ts'), at('node_modules/@hyzyla/pdfium/')]
  const locks = ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`), `--wasm-max-mem-pages=${MEMORY_MOST}`]
  const limits = { timeout: LONGEST_MS, killSignal: 'SIGKILL', maxBuffer: OUTPUT_MOST, encoding: 'buffer', env: {} } as const
  return new Promise((resolve, reject) => {
    const reader = execFile(process.execPath, [...locks, script], limits, (error, drawn) => {
      if (!error) return resolve(drawn)
      reject(reasonOf(error.code))
    })
    // One that ends before it has read everything says why by how it ends.
    reader.stdin!.on('error', () => {}).end(bytes)
  })
}

function reasonOf(code: unknown): Error {
  if (code === OUTCOMES.locked) return refuse(no, 'pdf_locked')
  return refuse(no, code === OUTCOMES.damaged ? 'unreadable' : 'page_too_heavy')
}
