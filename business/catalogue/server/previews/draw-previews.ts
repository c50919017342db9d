import { availableParallelism } from 'node:os'
import { DecoderEnded, openDecoder, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { PaletteColor } from '../../recolor.rules.ts'
import type { FileFormat } from '../../rules.ts'
import type { ImageAnalysis } from '../image-analysis/analyze-picture.ts'
import type { Size } from '../image-analysis/decode-picture.ts'
import type { LinkPicture } from '../link-pictures/draw-link-picture.ts'
import type { TypedVariant, Variant } from './preview-address.ts'
import type { Preview, Previews } from './preview-tasks.ts'

/**
 * The functions of previews.ts, run in child processes: an SVG can keep the drawing library busy for hours, and in this process
 * nothing could stop it. A picture that takes too long, or more memory than there is, is refused.
 */
type Tasks = typeof import('./preview-tasks.ts')
const TASKS = 'business/catalogue/server/previews/preview-tasks.ts'
const DRAWING_MS = 30_000
const AVIF_MS = 120_000
const PROCESSES_MAX = 8

/**
 * `soon` for a person who waits for the result, such as an artist who has uploaded a file. `background` for everything else: it waits in a
 * line of its own, one picture at a time, and takes one core at most, when no request wants it.
 */
export type Pace = 'soon' | 'background'

/** For jobs, which draw all previews of a file. */
const soon = openDecoder<Tasks>({ module: TASKS, processes: Math.min(PROCESSES_MAX, Math.max(2, availableParallelism())) })
const background = openDecoder<Tasks>({ module: TASKS, processes: 1, is_background: true })
const jobs: Record<Pace, typeof soon> = { soon, background }
/** For people who wait for one preview that is not stored. */
const requests = openDecoder<Tasks>({ module: TASKS, processes: 2 })

/** In line apart, so that no choice of colors delays a preview. */
const recolored = openDecoder<Tasks>({ module: TASKS, processes: 2 })

export const makePreviews = (bytes: Buffer, format: FileFormat, pace: Pace): Promise<Previews> =>
  bounded(jobs[pace].run('makePreviews', DRAWING_MS, bytes, format))

export const analyzeImage = (bytes: Buffer, format: FileFormat): Promise<Size & ImageAnalysis> =>
  bounded(background.run('analyzeImage', DRAWING_MS, bytes, format))

export const makeAvif = (bytes: Buffer, format: FileFormat, variants: readonly Variant[]): Promise<Preview[]> =>
  bounded(background.run('makeAvif', AVIF_MS, bytes, format, variants))

export const makePreview = (bytes: Buffer, format: FileFormat, variant: TypedVariant): Promise<Buffer> =>
  bounded(requests.run('makePreview', DRAWING_MS, bytes, format, variant))

export const drawLinkPicture = (preview: Buffer, picture: LinkPicture): Promise<Buffer> =>
  bounded(requests.run('drawLinkPicture', DRAWING_MS, preview, picture))

/** In the line of those who wait, or of the jobs. */
export const readPalette = (bytes: Buffer, pace: Pace): Promise<PaletteColor[]> =>
  bounded((pace === 'soon' ? requests : background).run('readPalette', DRAWING_MS, bytes))

export const drawRecolored = (bytes: Buffer, changes: readonly (readonly [string, string])[], variant: TypedVariant): Promise<Buffer> =>
  bounded(recolored.run('drawRecolored', DRAWING_MS, bytes, changes, variant))

const bounded = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof DecoderEnded ? refuse(refusals, 'takes_too_long') : error
  })
