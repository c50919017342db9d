import { execFile } from 'node:child_process'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { type DrawingOptions, type DrawnPage, FRAME, OUTCOMES, type PageDrawn } from './page-box.ts'

/** WebAssembly memory of the child process in 64 KB pages: 512 MB. */
const MEMORY_PAGES_MAX = 8192
const HEADER_BYTES_MAX = 1024
const OUTPUT_BYTES_MAX = FRAME.width * FRAME.height * 4 + HEADER_BYTES_MAX
const NEW_LINE = 10
const header: z.ZodType<PageDrawn> = z.object({
  width: z.number(),
  height: z.number(),
  pixels: z.object({ width: z.number(), height: z.number() })
})

/** Draws the first page of a PDF in a child process that may only read its own code. */
export async function drawPdf(bytes: Buffer, { limit_ms }: Pick<DrawingOptions, 'limit_ms'>): Promise<DrawnPage> {
  const drawn = await runReader(bytes, limit_ms)
  const end = drawn.indexOf(NEW_LINE)
  const { pixels, ...size } = header.parse(JSON.parse(drawn.toString('utf8', 0, end)))
  const picture = await sharp(drawn.subarray(end + 1), { raw: { ...pixels, channels: 4 } })
    .png()
    .toBuffer()
  return { ...size, picture }
}

/** Runs from its source file, which is not part of the bundle. */
function runReader(bytes: Buffer, limit_ms: number): Promise<Buffer> {
  const at = (path: string) => join(process.cwd(), path)
  const script = at('business/submissions/server/drawing/pdf-draw.ts')
  const readable = [at('package.json'), script, at('business/submissions/server/drawing/page-box.ts'), at('node_modules/@hyzyla/pdfium/')]
  const permissions = ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`), `--wasm-max-mem-pages=${MEMORY_PAGES_MAX}`]
  const limits = { timeout: limit_ms, killSignal: 'SIGKILL', maxBuffer: OUTPUT_BYTES_MAX, encoding: 'buffer', env: {} } as const
  return new Promise((resolve, reject) => {
    const reader = execFile(process.execPath, [...permissions, script], limits, (error, drawn) => {
      if (!error) return resolve(drawn)
      reject(reasonOf(error.code))
    })
    // The exit code explains why a process stopped reading early, so the broken pipe is ignored.
    reader.stdin?.on('error', () => {}).end(bytes)
  })
}

function reasonOf(code: unknown): Error {
  if (code === OUTCOMES.locked) return refuse(refusals, 'pdf_locked')
  return refuse(refusals, code === OUTCOMES.damaged ? 'unreadable' : 'page_too_heavy')
}
