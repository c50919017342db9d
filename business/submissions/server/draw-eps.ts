import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { refuse } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import type { DrawnPage } from './draw-page.ts'
import { type EpsParts, partsOfEps } from './eps-parts.ts'
import { FRAME, scaleFor } from './page-box.ts'

const LONGEST_MS = 20_000
const POINTS_AN_INCH = 72
const LARGEST_EMBEDDED_PIXELS = 25_000_000
/** Of its processor's time in seconds, of a file it writes in pieces of 512 bytes (64 MB), of its memory in KB (1 GB); where a system knows no such limit, the others hold. */
const RUN_LIMITED = 'ulimit -t 20; ulimit -f 131072; ulimit -v 1048576 2>/dev/null; exec "$0" "$@"'
/** No reading of files, no running of programs; one page, cut to its bounding box, on clear ground. */
const OPTIONS = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-dEPSCrop', '-dFirstPage=1', '-dLastPage=1', '-sDEVICE=pngalpha']
const SMOOTH = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4']

/** An EPS as Ghostscript draws it; where that is not on this machine, the preview in the file, or nothing. */
export async function drawEps(bytes: Buffer, temp_dir: string): Promise<DrawnPage | undefined> {
  const parts = partsOfEps(bytes)
  if (!parts) throw refuse(no, 'unreadable')
  const program = await findGhostscript()
  const picture = program ? await interpret(program, parts, temp_dir) : await embedded(parts)
  return picture && { ...parts.size, picture }
}

/** Its path, where it is on this machine. */
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

/** PostScript is a program: it runs in a folder of its own, with limits, and what it drew is fitted into the frame whatever its size. */
async function interpret(program: string, { postscript, size }: EpsParts, temp_dir: string): Promise<Buffer> {
  const folder = await mkdtemp(join(temp_dir, 'eps-'))
  try {
    const [drawing, picture] = [join(folder, 'drawing.eps'), join(folder, 'picture.png')]
    await writeFile(drawing, postscript)
    const density = `-r${(POINTS_AN_INCH * scaleFor(size)).toFixed(4)}`
    await run([program, ...OPTIONS, ...SMOOTH, density, `-sOutputFile=${picture}`, '-f', drawing], folder)
    return await fitted(sharp(await readFile(picture)))
  } catch (error) {
    throw error instanceof Error && error.name === 'Refusal' ? error : refuse(no, 'eps_unreadable')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(command: string[], folder: string): Promise<void> {
  const env = { PATH: process.env['PATH'], TMPDIR: folder, HOME: folder }
  return new Promise((resolve, reject) => {
    const options = { timeout: LONGEST_MS, killSignal: 'SIGKILL', cwd: folder, env } as const
    const child = execFile('/bin/sh', ['-c', RUN_LIMITED, ...command], options, (error) => {
      if (!error) return resolve()
      reject(refuse(no, error.signal ? 'page_too_heavy' : 'eps_unreadable'))
    })
    child.stdin!.on('error', () => {}).end()
  })
}

async function embedded({ preview }: EpsParts): Promise<Buffer | undefined> {
  return preview && fitted(sharp(preview, { limitInputPixels: LARGEST_EMBEDDED_PIXELS })).catch(() => undefined)
}

const fitted = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize({ ...FRAME, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
