import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { type EpsParts, partsOfEps } from './eps-parts.ts'
import { type DrawingOptions, type DrawnPage, FRAME, scaleFor } from './page-box.ts'

const POINTS_PER_INCH = 72
const EMBEDDED_PIXELS_MAX = 25_000_000
/** Limits: 20 seconds of CPU time, 64 MB for a written file (in blocks of 512 bytes), 1 GB of memory (in KB; not every system supports this one). */
const RUN_LIMITED = 'ulimit -t 20; ulimit -f 131072; ulimit -v 1048576 2>/dev/null; exec "$0" "$@"'
/** Reads no files and runs no programs; draws one page, cropped to its bounding box, on a transparent background. */
const OPTIONS = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-dEPSCrop', '-dFirstPage=1', '-dLastPage=1', '-sDEVICE=pngalpha']
const ANTIALIAS = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4']

/** Draws an EPS with Ghostscript. Without Ghostscript, returns the preview embedded in the file, or undefined if there is none. */
export async function drawEps(bytes: Buffer, options: DrawingOptions): Promise<DrawnPage | undefined> {
  const parts = partsOfEps(bytes)
  if (!parts) throw refuse(refusals, 'unreadable')
  const program = await findGhostscript()
  const picture = program ? await interpret(program, parts, options) : await embedded(parts)
  return picture && { ...parts.size, picture }
}

/** Returns the path of the `gs` program, or undefined if it is not installed. */
export async function findGhostscript(): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, 'gs')
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false
    )
    if (found) return path
  }
  return undefined
}

/** PostScript is a program, so it runs in its own folder under resource limits. The result is scaled to fit the frame. */
async function interpret(program: string, { postscript, size }: EpsParts, { temp_dir, limit_ms }: DrawingOptions): Promise<Buffer> {
  const folder = await mkdtemp(join(temp_dir, 'eps-'))
  try {
    const [drawing, picture] = [join(folder, 'drawing.eps'), join(folder, 'picture.png')]
    await writeFile(drawing, postscript)
    const density = `-r${(POINTS_PER_INCH * scaleFor(size)).toFixed(4)}`
    await run([program, ...OPTIONS, ...ANTIALIAS, density, `-sOutputFile=${picture}`, '-f', drawing], { folder, limit_ms })
    return await fitted(sharp(await readFile(picture)))
  } catch (error) {
    throw error instanceof Error && error.name === 'Refusal' ? error : refuse(refusals, 'eps_unreadable')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(command: string[], { folder, limit_ms }: { folder: string; limit_ms: number }): Promise<void> {
  const env = { PATH: process.env['PATH'], TMPDIR: folder, HOME: folder }
  return new Promise((resolve, reject) => {
    const options = { timeout: limit_ms, killSignal: 'SIGKILL', cwd: folder, env } as const
    const child = execFile('/bin/sh', ['-c', RUN_LIMITED, ...command], options, (error) => {
      if (!error) return resolve()
      reject(refuse(refusals, error.signal ? 'page_too_heavy' : 'eps_unreadable'))
    })
    child.stdin?.on('error', () => {}).end()
  })
}

async function embedded({ preview }: EpsParts): Promise<Buffer | undefined> {
  return preview && fitted(sharp(preview, { limitInputPixels: EMBEDDED_PIXELS_MAX })).catch(() => undefined)
}

const fitted = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize({ ...FRAME, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
