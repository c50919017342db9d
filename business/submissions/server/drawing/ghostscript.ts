import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { currentLog, DecoderEnded, type ProgramLimits, refuse, runProgram } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { EpsParts } from './eps-parts.ts'
import { type DrawingOptions, scaleFor } from './page-box.ts'

const POINTS_PER_INCH = 72
/** The first version in which -dSAFER is the default and is enforced by one list of permitted files. */
export const VERSION_MIN = 10
const VERSION_MS = 20_000
const LIMITS = { memory_mb: 1024, file_mb: 64, cpu_seconds: 20 }
/** Reads no files and runs no programs; draws one page, cropped to its bounding box, on a transparent background. */
const OPTIONS = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-dEPSCrop', '-dFirstPage=1', '-dLastPage=1', '-sDEVICE=pngalpha']
const ANTIALIAS = ['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4']

/** By path: a program is asked for its version once. */
const usable = new Map<string, Promise<boolean>>()
const reported = new Set<string>()

/** Returns the path of the `gs` program, or undefined if none is installed or it is too old; the log says so once. */
export async function findGhostscript(): Promise<string | undefined> {
  const path = await findProgram()
  if (!path) {
    reportOnce('GHOSTSCRIPT is 1, but there is no program gs')
    return undefined
  }
  const known = usable.get(path) ?? isUsable(path)
  usable.set(path, known)
  return (await known) ? path : undefined
}

async function findProgram(): Promise<string | undefined> {
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

async function isUsable(path: string): Promise<boolean> {
  const version = await runProgram([path, '--version'], { ...LIMITS, folder: tmpdir(), limit_ms: VERSION_MS }).catch(
    // Logged where it was run.
    () => 'unknown'
  )
  const isNew = Number.parseFloat(version) >= VERSION_MIN
  if (!isNew) reportOnce(`Ghostscript is not used: its version is ${version.trim()}, and ${VERSION_MIN}.0 or newer is needed`)
  return isNew
}

function reportOnce(msg: string): void {
  if (!reported.has(msg)) currentLog().warn({}, msg)
  reported.add(msg)
}

/** Draws PostScript as a PNG. PostScript is a program, so it runs in a folder of its own, under limits, and without network where possible. */
export async function interpret(program: string, { postscript, size }: EpsParts, { temp_dir, limit_ms }: DrawingOptions): Promise<Buffer> {
  const folder = await mkdtemp(join(temp_dir, 'eps-'))
  try {
    const [drawing, picture] = [join(folder, 'drawing.eps'), join(folder, 'picture.png')]
    await writeFile(drawing, postscript)
    const density = `-r${(POINTS_PER_INCH * scaleFor(size)).toFixed(4)}`
    const command = [program, ...OPTIONS, ...ANTIALIAS, density, `-sOutputFile=${picture}`, '-f', drawing]
    const limits: ProgramLimits = { ...LIMITS, folder, limit_ms }
    await runProgram(command, limits).catch((cause: unknown) => {
      throw refuse(refusals, cause instanceof DecoderEnded ? 'page_too_heavy' : 'eps_unreadable', { cause })
    })
    return await readFile(picture).catch((cause: unknown) => {
      throw refuse(refusals, 'eps_unreadable', { cause })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
