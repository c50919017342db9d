import { DecoderEnded, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { pictures } from './decoders.ts'
import { type EpsParts, partsOfEps } from './eps-parts.ts'
import { findGhostscript, interpret } from './ghostscript.ts'
import type { DrawingOptions, DrawnPage } from './page-box.ts'

/** Draws an EPS with Ghostscript if that is allowed and installed. Otherwise returns the embedded preview, or undefined if there is none. */
export async function drawEps(bytes: Buffer, options: DrawingOptions): Promise<DrawnPage | undefined> {
  const parts = partsOfEps(bytes)
  if (!parts) throw refuse(refusals, 'unreadable')
  const program = options.ghostscript ? await findGhostscript() : undefined
  const picture = program ? await drawnBy(program, parts, options) : await embedded(parts, options)
  return picture && { ...parts.size, picture }
}

async function drawnBy(program: string, parts: EpsParts, options: DrawingOptions): Promise<Buffer> {
  const picture = await scaleDown(await interpret(program, parts, options), 'png', options)
  if (!picture) throw refuse(refusals, 'eps_unreadable')
  return picture
}

const embedded = async ({ preview }: EpsParts, options: DrawingOptions): Promise<Buffer | undefined> =>
  preview && scaleDown(preview, 'tiff', options)

const scaleDown = (bytes: Buffer, expected: 'tiff' | 'png', { limit_ms }: DrawingOptions): Promise<Buffer | undefined> =>
  pictures.run('scaleDown', limit_ms, bytes, expected).catch((error: unknown) => {
    throw error instanceof DecoderEnded ? refuse(refusals, 'page_too_heavy') : error
  })
