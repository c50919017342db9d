import type { Eraser } from '#platform/server/index.ts'
import { forgetInfected } from './files.service.ts'
import { forgetMisses } from './search/synonyms.service.ts'

export const catalogueRetention = {
  search_misses: forgetMisses,
  infected_uploads: forgetInfected
} satisfies Record<string, Eraser>
