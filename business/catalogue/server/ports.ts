import type { Ctx, FileBytes, Spooled } from '#platform/server/index.ts'
import type { SearchedFormat } from '../picture-search.rules.ts'

/** Who holds licenses. Licensing implements it. */
export type Licensees = {
  /** Whether the caller holds an active license for the asset, bought or from the plan that they are on now. */
  holdsLicense(ctx: Ctx, asset_id: string): Promise<boolean>
}

/**
 * A picture that someone searches with, in its temporary file, so that waiting takes no memory. An SVG is cleaned there. `hashes` are those
 * of the bytes as sent and as cleaned, in lower-case hexadecimal.
 */
export type SentPicture = { bytes: FileBytes; format: SearchedFormat; hashes: readonly string[] }

/** Tries pictures that someone searches with as it tries uploads. Submissions implements it. */
export type SentPictures = {
  /** Refuses what is no picture, damaged, too large, or takes too long to draw. Pictures of one sender wait for each other. */
  read(ctx: Ctx, file: Spooled, sender: string): Promise<SentPicture>
}

declare module '#platform/server/context.ts' {
  interface Ports {
    licensees: Licensees
    sent_pictures: SentPictures
  }
}
