import type { Readable } from 'node:stream'
import { type Ctx, Refusal } from '#platform/server/index.ts'
import type { HandOverFormat } from '../../hand-over.rules.ts'
import { downloadOptions, formatNamed } from '../../rules.ts'
import { bestOf, fileIn } from '../downloads/downloads.service.ts'
import { type ChosenFile, openLicensedFile } from '../downloads/file-delivery.service.ts'
import type { LicenseRow, OriginalFile } from '../queries.ts'

export type OpenFile = { format: string; bytes: AsyncIterable<Buffer>; close(): Promise<void> }
/** `person`: whose budget of renderings the files count against. */
type Choice = { format: HandOverFormat; width?: number | undefined; person: string }
type Opened = { file?: OpenFile; note?: string }

/**
 * Opens a license's file for a hand-over. Where the asset does not have the format, or it cannot be made now, the hand-over has the uploaded
 * file, with a note: one work must not spoil the other hundred.
 */
export async function openForHandOver(ctx: Ctx, license: LicenseRow, files: readonly OriginalFile[], choice: Choice): Promise<Opened> {
  const { person } = choice
  const best = bestOf(files)
  if (!best) return { note: 'This work has no files to download.' }
  const original = { format: best.format, file_id: best.id }
  const chosen = chooseFor(files, choice)
  if (!chosen) {
    const note = choice.format === 'original' ? undefined : `Not available as ${choice.format.toUpperCase()}. This is the uploaded file.`
    return { file: await open(ctx, license, files, { ...original, person }), ...(note && { note }) }
  }
  try {
    return { file: await open(ctx, license, files, { ...chosen, person }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.warn({ err: error, license_id: license.id }, 'a hand-over has the uploaded file, because its format was refused')
    return { file: await open(ctx, license, files, { ...original, person }), note: `${error.message} This is the uploaded file.` }
  }
}

/** Pictures are never wider than they are; the width is as near as possible. */
function chooseFor(files: readonly OriginalFile[], { format, width }: Omit<Choice, 'person'>): ChosenFile | undefined {
  const offered = format === 'original' ? undefined : formatNamed(files, format)
  if (!offered) return undefined
  const chosen = { ...fileIn(files, offered), format: offered }
  if (!width || offered === 'svg' || 'file_id' in chosen) return chosen
  const { largest_width = null, own_width = null } = downloadOptions(files).find((option) => option.format === offered) ?? {}
  const widest = Math.max(largest_width ?? 0, own_width ?? 0)
  return widest > 0 ? { ...chosen, width: Math.min(width, widest) } : chosen
}

type Chosen = ChosenFile & { person: string }

async function open(ctx: Ctx, license: LicenseRow, files: readonly OriginalFile[], chosen: Chosen): Promise<OpenFile> {
  const { file, discard } = await openLicensedFile(ctx, license, files, chosen)
  let stream: Readable | undefined
  return {
    format: chosen.format,
    bytes: (async function* () {
      stream = await file.open()
      yield* stream
    })(),
    close: async () => {
      stream?.destroy()
      await discard?.()
    }
  }
}
