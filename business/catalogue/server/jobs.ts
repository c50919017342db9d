import { type Ctx, inTransaction, type JobHandler } from '#platform/server/index.ts'
import { analyzeFiles } from './image-analysis/image-analysis.service.ts'
import { splitListSegments } from './lists/list-segments.queries.ts'
import { MAKE_AVIF, makeAvifs } from './previews/avif.service.ts'
import { MAKE_PREVIEWS, prepareFiles } from './previews/previews.service.ts'
import { tidySearch } from './search/synonyms.service.ts'

/** An import adds many files, and their AVIF previews are not urgent. */
const LATER_MS = 15 * 60 * 1000

export const catalogueJobs = (context: () => Ctx): JobHandler[] => [
  {
    name: MAKE_PREVIEWS,
    run: async ({ file_ids }: { file_ids: string[] }) => {
      const { db, ports } = context()
      await prepareFiles(db, ports.files, file_ids)
      const startAfter = new Date(Date.now() + LATER_MS)
      for (const file_id of file_ids) await ports.jobs.send(db, MAKE_AVIF, { file_id }, { startAfter })
    }
  },
  {
    name: MAKE_AVIF,
    run: async ({ file_id }: { file_id: string }) => {
      const { db, ports } = context()
      await makeAvifs(db, ports.files, file_id)
    }
  },
  { name: 'catalogue.analyze-images', cron: '* * * * *', run: () => analyzeFiles(context()) },
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
