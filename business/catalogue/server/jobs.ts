import { type Ctx, inTransaction, type JobHandler } from '#platform/server/index.ts'
import { checkEarlierFiles } from './findings/check-files.service.ts'
import { analyzeFiles } from './image-analysis/image-analysis.service.ts'
import { splitListSegments } from './lists/list-segments.queries.ts'
import { makeAvifs } from './previews/avif.service.ts'
import { MAKE_AVIF } from './previews/avif-demand.ts'
import { readPalettes } from './recolor/palette.service.ts'
import { clearRecolored } from './recolor/recolored.service.ts'
import { tidySearch } from './search/synonyms.service.ts'

export const catalogueJobs = (context: () => Ctx): JobHandler[] => [
  // A job of an earlier version names one file, which nobody may have looked at. It is tried when somebody does.
  { name: MAKE_AVIF, run: ({ file_ids = [] }: { file_ids?: string[] }) => makeAvifs(context(), file_ids) },
  { name: 'catalogue.analyze-images', cron: '* * * * *', run: (_data, stopping) => analyzeFiles(context(), stopping) },
  { name: 'catalogue.check-files', cron: '*/5 * * * *', run: (_data, stopping) => checkEarlierFiles(context(), stopping) },
  { name: 'catalogue.read-palettes', cron: '* * * * *', run: (_data, stopping) => readPalettes(context(), stopping) },
  { name: 'catalogue.clear-recolored', cron: '41 * * * *', run: () => clearRecolored(context()) },
  {
    name: 'catalogue.split-list-segments',
    cron: '*/5 * * * *',
    run: async () => inTransaction(context(), ({ db }) => splitListSegments(db))
  },
  {
    name: 'catalogue.tidy-search',
    cron: '*/10 * * * *',
    run: async () => tidySearch(context())
  }
]
