import { createFairQueue, DecoderEnded, openDecoder, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { SentPicture } from '../ports.ts'
import type { Print } from './make-prints.ts'

const READ_AT_ONCE = 2
const READING_MS = 20_000

/** One sender's heavy pictures do not delay those of others. */
const limitConcurrency = createFairQueue(READ_AT_ONCE)
const decoder = openDecoder<typeof import('./sent-picture-tasks.ts')>({
  module: 'business/catalogue/server/picture-search/sent-picture-tasks.ts',
  processes: READ_AT_ONCE
})

/** Returns what to look for, the most likely first. Refuses a picture that takes too long. */
export const printsOfSent = ({ bytes, format }: SentPicture, sender: string): Promise<Print[]> =>
  limitConcurrency(sender, () => decoder.run('printsOfPicture', READING_MS, bytes, format)).catch((error: unknown) => {
    throw error instanceof DecoderEnded ? refuse(refusals, 'takes_too_long') : error
  })
